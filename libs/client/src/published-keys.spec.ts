import { generateSigningJwk, signReceipt } from '@surety/tokens';
import { ProtocolViolationError } from './client-errors';
import { PublishedKeys } from './published-keys';

const [first, second] = [generateSigningJwk('ES256'), generateSigningJwk('ES256')];
const facts = { grantId: 'g', user: 'u', pa: 'p', brand: 'b', scopesUsed: [], actions: [], tsMs: 0 };
const reply = { contextId: 'c', messageId: 'm' };
const jws = (key: typeof first) => signReceipt(key.privateJwk, facts, reply).jws;

describe('PublishedKeys', () => {
  let nowMs: number;
  let fetches: number;
  let body: string;
  let status: number;
  let keys: PublishedKeys;

  beforeEach(() => {
    nowMs = 0;
    fetches = 0;
    status = 200;
    body = JSON.stringify({ keys: [first.publicJwk] });
    keys = new PublishedKeys('https://provider.example/jwks.json', {
      clock: { nowMs: () => nowMs },
      fetch: async () => {
        fetches += 1;
        return new Response(body, { status });
      },
    });
  });

  const kids = async (token: string) => (await keys.forToken(token)).map(({ kid }) => kid);

  it('asks once for many tokens of a known key', async () => {
    await Promise.all([await kids(jws(first)), await kids(jws(first))]);
    nowMs += 9 * 60_000;
    expect(await kids(jws(first))).toEqual([first.publicJwk.kid]);
    expect(fetches).toBe(1);
  });

  it('asks again for an unknown key, but not more than twice a minute', async () => {
    await kids(jws(first));
    for (nowMs = 0; nowMs < 60_000; nowMs += 1_000) await kids(jws(second));
    expect(fetches).toBe(2);
    body = JSON.stringify({ keys: [first.publicJwk, second.publicJwk] });
    expect(await kids(jws(second))).toContain(second.publicJwk.kid);
  });

  it('forgets within ten minutes a key that was taken out', async () => {
    await kids(jws(first));
    body = JSON.stringify({ keys: [second.publicJwk] });
    nowMs += 10 * 60_000;
    expect(await kids(jws(first))).toEqual([second.publicJwk.kid]);
  });

  it.each(['', 'x', '..', '%%%.a.b'])('has no answer but the set for %j, which is no token', async token => {
    expect(await kids(token)).toEqual([first.publicJwk.kid]);
  });

  it('uses nothing of an answer that is no key set', async () => {
    body = '{}';
    await expect(kids(jws(first))).rejects.toBeInstanceOf(ProtocolViolationError);
    status = 404;
    await expect(kids(jws(first))).rejects.toBeInstanceOf(ProtocolViolationError);
  });
});
