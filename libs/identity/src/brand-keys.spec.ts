import { type Result, err, ok } from '@surety/kernel';
import { type VerificationKey, generateSigningJwk } from '@surety/tokens';
import { BrandKeys } from './brand-keys';
import { JwksCache } from './jwks-cache.service';
import { KeptObservations, ScriptedEgress, SetClock } from './scripted-egress.test-kit';

const URI = 'https://brand.example/jwks.json';
const MINUTE_MS = 60_000;

describe('BrandKeys (PACT 5.3, P25)', () => {
  const egress = new ScriptedEgress();
  const clock = new SetClock(Date.now());
  let keys: BrandKeys;

  beforeEach(() => {
    egress.urls.length = 0;
    egress.bodies.clear();
    const cache = new JwksCache({
      egress,
      clock,
      observer: new KeptObservations(),
      maxEntries: 10,
      onReport: () => undefined,
      onFault: error => {
        throw error;
      },
    });
    keys = new BrandKeys(cache);
  });

  const brand = (id = 'brand-1') => ({ id, delegation: { keys: { jwksUri: URI } } });
  const kidsOf = (offered: readonly VerificationKey[]): Result<string[], string> =>
    ok(offered.flatMap(({ kid }) => kid ?? []));
  /** Verifies like a signature would: with this key alone. */
  const onlyWith = (kid: string) => (offered: readonly VerificationKey[]) =>
    offered.some(key => key.kid === kid) ? ok(kid) : err('signature');

  it('fetches keys by address once, and asks again for an unknown kid', async () => {
    const [first, second] = [generateSigningJwk('ES256'), generateSigningJwk('RS256')];
    egress.publish(URI, [first.publicJwk]);
    const wanted = { alg: 'ES256', kid: first.publicJwk.kid } as const;
    for (let at = 0; at < 3; at += 1) {
      expect(await keys.verifyWith(brand(), wanted, kidsOf)).toEqual(ok([first.publicJwk.kid]));
    }
    expect(egress.urls).toHaveLength(1);
    egress.publish(URI, [first.publicJwk, second.publicJwk]);
    const fresh = { alg: 'RS256', kid: second.publicJwk.kid } as const;
    expect((await keys.verifyWith(brand(), fresh, onlyWith(second.publicJwk.kid))).ok).toBe(true);
    expect(egress.urls).toHaveLength(2);
  });

  it('tries a fresh set once for an assertion without kid that no known key verifies', async () => {
    const [first, second] = [generateSigningJwk('ES256'), generateSigningJwk('ES256')];
    egress.publish(URI, [first.publicJwk]);
    const verify = onlyWith(second.publicJwk.kid);
    expect(await keys.verifyWith(brand(), { alg: 'ES256' }, verify)).toEqual(err('signature'));
    egress.publish(URI, [second.publicJwk]);
    clock.pass(MINUTE_MS);
    expect((await keys.verifyWith(brand(), { alg: 'ES256' }, verify)).ok).toBe(true);
  });

  it('serves the known keys for an hour while the host is down, and none after it', async () => {
    const { publicJwk } = generateSigningJwk('ES256');
    egress.publish(URI, [publicJwk]);
    const wanted = { alg: 'ES256', kid: publicJwk.kid } as const;
    await keys.verifyWith(brand(), wanted, kidsOf);
    egress.bodies.clear();
    clock.pass(59 * MINUTE_MS);
    expect((await keys.verifyWith(brand(), wanted, kidsOf)).ok).toBe(true);
    clock.pass(2 * MINUTE_MS);
    expect(await keys.verifyWith(brand(), wanted, kidsOf)).toEqual(err('no_keys'));
  });

  it('never lends one Brand the keys of another', async () => {
    const { publicJwk } = generateSigningJwk('ES256');
    egress.publish(URI, [publicJwk]);
    const wanted = { alg: 'ES256', kid: publicJwk.kid } as const;
    expect((await keys.verifyWith(brand(), wanted, kidsOf)).ok).toBe(true);
    const other = { id: 'brand-2', delegation: { keys: { jwksUri: `${URI}?2` } } };
    expect(await keys.verifyWith(other, wanted, kidsOf)).toEqual(err('no_keys'));
  });

  it('reads keys that stand in the row without any request', async () => {
    const { publicJwk } = generateSigningJwk('ES256');
    const inline = { id: 'brand-1', delegation: { keys: { jwks: { keys: [publicJwk] } } } };
    expect((await keys.verifyWith(inline, { alg: 'ES256' }, onlyWith(publicJwk.kid))).ok).toBe(true);
    expect(await keys.verifyWith(inline, { alg: 'RS256' }, kidsOf)).toEqual(err('unknown_kid'));
    expect(egress.urls).toEqual([]);
  });
});
