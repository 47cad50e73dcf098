import { encodeBase64url } from './base64url';
import { unverifiedClaims, unverifiedHeader } from './unverified-jws';

const part = (value: unknown) => encodeBase64url(JSON.stringify(value));

describe('what a JWS says before it is verified', () => {
  it('is its header and its payload, members in their order', () => {
    const jws = `${part({ kid: 'k', alg: 'ES256' })}.${part({ b: 1, a: [2] })}.signature`;
    expect(unverifiedHeader(jws)).toEqual({ kid: 'k', alg: 'ES256' });
    expect(JSON.stringify(unverifiedClaims(jws))).toBe('{"b":1,"a":[2]}');
  });

  it.each(['', '.', 'a', 'a.b.c', `${part([1])}.${part('x')}.`, `${part(null)}.${part(7)}.s`])(
    'is nothing in %j',
    text => {
      expect([unverifiedHeader(text), unverifiedClaims(text)]).toEqual([undefined, undefined]);
    },
  );
});
