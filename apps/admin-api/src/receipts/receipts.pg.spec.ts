import { generateSigningJwk, signReceipt } from '@surety/tokens';
import { AdminStack, PUBLIC_URL } from '../admin-stack.test-kit';
import { createBrand, storeReceipt } from '../whole-api/sample-world.test-kit';

const CLAIMS = ['grantId', 'user', 'pa', 'brand', 'scopesUsed', 'actions', 'ts'];

describe('/receipts (PACT wire §6, PACT 5.6)', () => {
  let stack: AdminStack;
  beforeAll(async () => {
    stack = await AdminStack.start();
  });
  afterAll(() => stack.stop());

  const verify = async (jws: string, token?: string) =>
    (await stack.call('POST', '/receipts/verify', token ? { body: { jws }, token } : { body: { jws } })).body;
  const forged = (jws: string): string => {
    const [header, claims, signature] = jws.split('.') as [string, string, string];
    const changed = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    const text = JSON.stringify({ ...changed, user: 'mallory' });
    return [header, Buffer.from(text).toString('base64url'), signature].join('.');
  };

  it('reads and lists what was signed, as it was signed', async () => {
    const { id: brandId } = await createBrand(stack);
    const { id, jws } = await storeReceipt(stack, { brandId, contextId: 'ctx_a', messageId: 'm-7' });
    const read = await stack.call('GET', `/receipts/${id}`);
    expect(read.body).toEqual({
      id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      brandId,
      grantId: 'a2agrant_x',
      personalAgentId: 'pa-1',
      user: 'jane',
      jws,
      claims: JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()),
      contextId: 'ctx_a',
      messageId: 'm-7',
      replyId: 'r-1',
      version: 1,
    });
    expect(Object.keys(read.body.claims)).toEqual(CLAIMS);
    const list = await stack.call('GET', `/receipts?brandId=${brandId}`);
    expect(list.body).toEqual({ items: [read.body], nextCursor: null });
    expect((await stack.call('GET', '/receipts/01UNKNOWN')).status).toBe(404);
  });

  it('finds by grant, user, personal agent, conversation and time', async () => {
    const { id: brandId } = await createBrand(stack);
    const one = await storeReceipt(stack, { brandId, grantId: 'a2agrant_1', contextId: 'ctx_1' });
    const two = await storeReceipt(stack, { brandId, grantId: 'a2agrant_2', user: 'john' });
    const ids = async (query: string) =>
      (await stack.call('GET', `/receipts?brandId=${brandId}&${query}`)).body.items.map(
        (item: { id: string }) => item.id,
      );
    expect(await ids('grantId=a2agrant_1')).toEqual([one.id]);
    expect(await ids('user=john')).toEqual([two.id]);
    expect(await ids('contextId=ctx_1')).toEqual([one.id]);
    expect(await ids('personalAgentId=nobody')).toEqual([]);
    expect(await ids('from=2020-01-01T00:00:00Z')).toHaveLength(2);
    expect(await ids('to=2020-01-01T00:00:00Z')).toEqual([]);
    expect((await stack.call('GET', '/receipts?from=yesterday')).status).toBe(400);
  });

  it('exports every one that fits, one a line, newest first', async () => {
    const { id: brandId } = await createBrand(stack);
    const { jws } = await storeReceipt(stack, { brandId });
    await stack.sql(
      `INSERT INTO receipt SELECT '00' || lpad(n::text, 24, '0'), $1, 'g', 'pa', 'u', 'c', 'm', 'r', $2, '{}', now()
       FROM generate_series(1, 1234) AS n`,
      [brandId, jws],
    );
    const answer = await stack.call('GET', `/receipts/export?brandId=${brandId}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(answer.text.endsWith('\n')).toBe(true);
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines).toHaveLength(1_235);
    const newest = await stack.call('GET', `/receipts?brandId=${brandId}&limit=1`);
    expect(lines[0]).toEqual(newest.body.items[0]);
    const ids = lines.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    const none = await stack.call('GET', `/receipts/export?brandId=${brandId}&user=nobody`);
    expect(none).toMatchObject({ status: 200, text: '' });
    expect((await stack.call('GET', '/receipts/export?limit=5')).status).toBe(400);
  });

  it('P37: answers 503 and no half export when the database is away', async () => {
    await stack.gate.shut();
    const answer = await stack.call('GET', '/receipts/export');
    await stack.gate.open();
    expect(answer.status).toBe(503);
  });

  it('verifies a receipt by the keys of its Brand, also when its key is retired for longer than it is published', async () => {
    const { id: brandId } = await createBrand(stack);
    const { jws } = await storeReceipt(stack, { brandId });
    expect(await verify(jws)).toMatchObject({ valid: true, reason: null, claims: { user: 'jane' } });
    expect((await verify(` ${jws}\n`)).valid).toBe(true);
    await stack.call('POST', `/brands/${brandId}/keys/rotate`);
    await stack.sql(
      `UPDATE signing_key SET active_from = active_from - interval '500 days' WHERE brand_id = $1`,
      [brandId],
    );
    expect((await verify(jws)).valid).toBe(true);
  });

  it('says why one is not valid, and shows nothing of it', async () => {
    const { id: brandId } = await createBrand(stack);
    const { id: otherId } = await createBrand(stack);
    const { jws } = await storeReceipt(stack, { brandId });
    const { jws: foreign } = await storeReceipt(stack, { brandId: otherId });
    const facts = {
      grantId: 'g',
      user: 'u',
      pa: 'https://pa.example',
      brand: `${PUBLIC_URL}/a2a/${brandId}`,
      scopesUsed: [],
      actions: [],
      tsMs: 0,
    };
    const reply = { contextId: 'c', messageId: 'm' };
    const stranger = signReceipt(generateSigningJwk('ES256').privateJwk, facts, reply).jws;
    const elsewhere = signReceipt(
      generateSigningJwk('ES256').privateJwk,
      { ...facts, brand: 'https://elsewhere.example/a2a/x' },
      reply,
    ).jws;
    const swapped = [foreign.split('.')[0], jws.split('.')[1], foreign.split('.')[2]].join('.');
    for (const text of [forged(jws), stranger, swapped]) {
      expect(await verify(text)).toEqual({ valid: false, reason: 'signature', claims: null });
    }
    for (const text of [elsewhere, 'x', 'a.b.c', `${jws}x`]) {
      const { valid, claims, reason } = await verify(text);
      expect([text, valid, claims, typeof reason]).toEqual([text, false, null, 'string']);
    }
    expect((await verify(elsewhere)).reason).toBe('unknown-brand');
  });

  it('a brand-operator verifies those of its own Brands', async () => {
    const { id: brandId } = await createBrand(stack);
    const { jws } = await storeReceipt(stack, { brandId });
    expect((await verify(jws, stack.token('brand-operator', [brandId]))).valid).toBe(true);
    expect(await verify(jws, stack.token('brand-operator', ['another']))).toEqual({
      valid: false,
      reason: 'unknown-brand',
      claims: null,
    });
    expect((await verify(jws, stack.token('auditor'))).valid).toBe(true);
  });

  it.each([[{}], [{ jws: '' }], [{ jws: 5 }], [{ jws: 'x', brandId: 'y' }], [{ jws: 'x'.repeat(40_000) }]])(
    'refuses to verify %.60j',
    async body => {
      expect((await stack.call('POST', '/receipts/verify', { body })).status).toBe(400);
    },
  );
});
