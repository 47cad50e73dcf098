import { type KeyObject, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { candidateKeys } from './candidate-keys';
import { type VerificationKey, readJwks } from './jwks';
import { verifyBytes } from './jws-signature';
import { generateSigningJwk } from './signing-jwk';

const es256 = () => generateSigningJwk('ES256').publicJwk;
const one = es256();
const two = es256();
const rsa = generateSigningJwk('RS256').publicJwk;

function read(keys: unknown): readonly VerificationKey[] {
  const set = readJwks(JSON.stringify({ keys }));
  if (!set.ok) throw new Error(set.error);
  return set.value;
}

/** The kids of the candidates of a set, for a token with the given header. */
function kids(keys: unknown, alg: 'ES256' | 'RS256', kid?: string): unknown[] {
  return candidateKeys(read(keys), { alg, kid }).map(key => key.kid);
}

describe('RFC 7517 5: reading a JWKS', () => {
  it.each(['', 'null', '[]', '"keys"', '{}', '{"keys":{}}', '{"keys":null}', '{"keys":[', '<html>'])(
    'says why %p is none',
    text => expect(readJwks(text).ok).toBe(false),
  );

  it('reads an empty set', () => {
    expect(read([])).toEqual([]);
  });

  it('leaves out malformed keys and those of other types, and keeps the good ones beside them', () => {
    const bad = [
      null,
      5,
      'key',
      [],
      {},
      { kty: 'EC' },
      { kty: 'oct', k: 'AA' },
      { ...one, x: 7 },
      { ...rsa, n: null },
    ];
    expect(read([...bad, one, { kty: 'OKP', crv: 'Ed25519', x: 'AA' }, rsa]).map(key => key.kid)).toEqual([
      one.kid,
      rsa.kid,
    ]);
  });

  it.each([
    ['a point off the curve', { ...one, y: one.x }],
    ['a point cut short', { ...one, x: 'AAAA' }],
    ['an unknown curve', { ...one, crv: 'P-999' }],
    ['an empty modulus', { ...rsa, n: '' }],
    ['an empty exponent', { ...rsa, e: '' }],
  ])('never makes a candidate of %s', (_, broken) => {
    const alg = broken.kty === 'EC' ? 'ES256' : 'RS256';
    expect(kids([{ ...broken, kid: 'broken' }, one, rsa], alg)).toEqual([
      alg === 'ES256' ? one.kid : rsa.kid,
    ]);
  });

  it('never throws, whatever stands in the set, and makes candidates that can be asked', () => {
    const encoded = fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes).toString('base64url'));
    const member = fc.oneof(
      encoded,
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom('P-256', one.x, one.y, rsa.n, rsa.e),
    );
    const name = fc.constantFrom('crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use', 'key_ops');
    const kty = fc.constantFrom('EC', 'RSA');
    const key = fc.tuple(fc.dictionary(name, member), kty, fc.constantFrom({}, one, rsa));
    fc.assert(
      fc.property(
        fc.array(key.map(([members, type, base]) => ({ ...base, ...members, kty: type }))),
        entries => {
          for (const alg of ['ES256', 'RS256'] as const) {
            const candidates = candidateKeys(read(entries), { alg });
            const verifies = candidates.map(found =>
              verifyBytes(found.key() as KeyObject, Buffer.of(1), Buffer.alloc(64)),
            );
            expect(verifies.every(isGood => !isGood)).toBe(true);
          }
        },
      ),
    );
  });

  it('ignores private members that a careless personal agent publishes', () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const [key] = read([{ ...pair.privateKey.export({ format: 'jwk' }), kid: 'leaked' }]);
    expect(key?.key()?.type).toBe('public');
    expect(key?.key()?.export({ format: 'jwk' })).not.toHaveProperty('d');
  });
});

describe('P25: the keys that may verify a token', () => {
  it('are the namesakes of its kid', () => {
    expect(kids([one, two, rsa], 'ES256', two.kid)).toEqual([two.kid]);
    expect(kids([one, two, rsa], 'ES256', 'unknown')).toEqual([]);
    expect(kids([{ ...one, kid: undefined }], 'ES256', 'k')).toEqual([]);
  });

  it('are all that fit its algorithm when it has no kid', () => {
    expect(kids([one, rsa, two], 'ES256')).toEqual([one.kid, two.kid]);
    expect(kids([one, rsa, two], 'RS256')).toEqual([rsa.kid]);
  });

  it('are at most 8, in the order of the set', () => {
    const keys = Array.from({ length: 12 }, (_, i) => ({ ...one, kid: `k${i}` }));
    expect(kids(keys, 'ES256')).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7']);
    expect(kids(keys, 'ES256', 'k11')).toEqual(['k11']);
  });

  it('spend none of the 8 on keys that do not fit', () => {
    const misfits = Array.from({ length: 20 }, () => ({ ...one, use: 'enc' }));
    expect(kids([...misfits, rsa, two], 'ES256')).toEqual([two.kid]);
  });

  it('are those of the fitting type where two types share a kid', () => {
    const shared = [
      { ...rsa, kid: 'k' },
      { ...one, kid: 'k' },
    ];
    expect(candidateKeys(read(shared), { alg: 'ES256', kid: 'k' }).map(key => key.kty)).toEqual(['EC']);
    expect(candidateKeys(read(shared), { alg: 'RS256', kid: 'k' }).map(key => key.kty)).toEqual(['RSA']);
  });

  const jwk = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ format: 'jwk' });
  const modulusOf = (bits: number) => Buffer.alloc(bits / 8, 0xff).toString('base64url');

  it.each([
    ['use enc', { ...one, use: 'enc' }, 'ES256'],
    ['another use', { ...one, use: 'SIG' }, 'ES256'],
    ['key_ops without verify', { ...one, key_ops: ['sign', 'encrypt'] }, 'ES256'],
    ['empty key_ops', { ...one, key_ops: [] }, 'ES256'],
    ['another alg', { ...one, alg: 'ES384' }, 'ES256'],
    ['an RSA key for PS256', { ...rsa, alg: 'PS256' }, 'RS256'],
    ['an RSA key of 1024 bits', jwk(generateKeyPairSync('rsa', { modulusLength: 1024 })), 'RS256'],
    ['an RSA key of 2040 bits', { ...rsa, n: modulusOf(2040) }, 'RS256'],
    ['an RSA key of 8200 bits', { ...rsa, n: modulusOf(8200) }, 'RS256'],
    ['an RSA key with exponent 1', { ...rsa, e: 'AQ' }, 'RS256'],
    ['an RSA key with an even exponent', { ...rsa, e: 'Ag' }, 'RS256'],
    ['P-384', jwk(generateKeyPairSync('ec', { namedCurve: 'P-384' })), 'ES256'],
    ['P-521', jwk(generateKeyPairSync('ec', { namedCurve: 'P-521' })), 'ES256'],
    ['secp256k1', jwk(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })), 'ES256'],
  ] as const)('are never of this kind: %s', (_, key, alg) => {
    expect(kids([key], alg)).toEqual([]);
  });

  it.each([
    ['without use, alg, key_ops', { kty: 'EC', crv: 'P-256', x: one.x, y: one.y }],
    ['with null for what is not said', { ...one, use: null, alg: null, key_ops: null }],
    ['with verify among its operations', { ...one, key_ops: ['sign', 'verify'] }],
  ])('may be a key %s', (_, key) => {
    expect(kids([key], 'ES256')).toHaveLength(1);
  });
});
