import { generateSigningJwk, readJwks, signReceipt } from '@surety/tokens';
import { ConsentFlow, NOW, PUBLIC_URL } from '../consent/consent-flow.test-kit';
import { PageRefusal } from '../pages/page-refusal';
import type { PageAnswer } from '../pages/page-answer';
import { ReceiptPageService } from './receipt-page.service';

const HOSTILE = '<script>1</script>';
const brandKey = generateSigningJwk('ES256');
const otherKey = generateSigningJwk('ES256');
const flow = new ConsentFlow();
let isAllowed = true;

function service(): ReceiptPageService {
  const keys = readJwks(JSON.stringify({ keys: [brandKey.publicJwk] }));
  if (!keys.ok) throw new Error(keys.error);
  return new ReceiptPageService(
    { published: () => Promise.resolve({ document: Buffer.alloc(0), keys: keys.value }) },
    { take: () => Promise.resolve(isAllowed ? { allowed: true } : { allowed: false, retryAfterSeconds: 1 }) },
    PUBLIC_URL,
  );
}

function receipt({ key = brandKey.privateJwk, brand = `${PUBLIC_URL}/a2a/01JBRAND` } = {}): string {
  const facts = {
    grantId: 'a2agrant_1',
    user: HOSTILE,
    pa: 'https://pa.example.com',
    brand,
    scopesUsed: ['orders:read'],
    actions: [{ tool: HOSTILE, argsHash: 'A'.repeat(43) }],
    tsMs: NOW,
  };
  return signReceipt(key, facts, { contextId: 'c', messageId: 'm' }).jws;
}

const bodyOf = (answer: PageAnswer) => (answer.kind === 'page' ? String(answer.page.body) : '');
const check = async (jws: string) =>
  bodyOf(await service().check(flow.request({ form: new URLSearchParams({ jws }).toString() })));

describe('the receipt page', () => {
  it('PACT wire 3: has one field', () => {
    const html = bodyOf(service().show(flow.request({})));
    expect(html).toContain(`<form method="post" action="${PUBLIC_URL}/a2a/01JBRAND/oauth/receipt">`);
    expect(html).toContain('name="jws"');
    expect(html).not.toContain('role="status"');
  });

  it('PACT 5.6: says of a genuine receipt what it says, as text', async () => {
    const html = await check(` ${receipt()}\r\n`);
    expect(html).toContain('The receipt is genuine.');
    expect(html).toContain('<bdi>&lt;script&gt;1&lt;/script&gt;</bdi>');
    expect(html).toContain(`<li><bdi dir="ltr">&lt;script&gt;1&lt;/script&gt; ${'A'.repeat(43)}</bdi></li>`);
    expect(html).toContain('2026-11-30T12:00:00.000Z');
    expect(html).not.toContain('<script>');
  });

  it.each([
    ['of another key', receipt({ key: otherKey.privateJwk })],
    ['of another Brand', receipt({ brand: `${PUBLIC_URL}/a2a/other` })],
    ['that was changed', receipt().replace(/.{4}$/, 'AAAA')],
    ['that is none', `"><script>alert(1)</script>`],
    ['that is empty', ''],
  ])('says of one %s only that it is not genuine', async (_kind, jws) => {
    const html = await check(jws);
    expect(html).toContain('The receipt is not genuine.');
    expect(html).not.toMatch(/<dl>|<script>/);
  });

  it('is limited by source', async () => {
    isAllowed = false;
    const refusal = await check(receipt()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PageRefusal);
    expect(refusal).toMatchObject({ page: 'guesses', options: { retryAfterSeconds: 1 } });
    isAllowed = true;
  });
});
