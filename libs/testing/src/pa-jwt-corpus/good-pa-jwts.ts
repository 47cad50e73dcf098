import { tokenOfSize } from './bad-forms';
import { PaJwtWriter } from './pa-jwt-draft';
import type { PaJwtWorld } from './pa-jwt-world';

const KIB = 1024;

export interface GoodPaJwt {
  readonly why: string;
  readonly token: string;
}

/**
 * Tokens that must pass (PACT 3.2): the plain one, of which the bad ones are mutations, and those at the inner side of each
 * bound. Times keep 5 s of distance from their bounds, so that they can be sent to a running Provider.
 */
export function goodPaJwts(world: PaJwtWorld, nowMs: number): readonly GoodPaJwt[] {
  const writer = new PaJwtWriter(world, nowMs);
  return [...goodHeaders(writer), ...goodForms(writer), ...goodClaims(writer)].map(([why, token]) => ({
    why,
    token,
  }));
}

type Row = readonly [why: string, token: string];

function goodHeaders(writer: PaJwtWriter): Row[] {
  const { rsa, plain } = writer.world.signers;
  return [
    ['plain', writer.token()],
    ['RS256', writer.token({ header: { alg: 'RS256', kid: 'rsa' }, signer: rsa })],
    ['RS256 by a kid that an elliptic key shares', writer.token({ header: { alg: 'RS256' }, signer: rsa })],
    ['no kid', writer.withHeader({ kid: undefined })],
    ['no kid, RS256', writer.token({ header: { alg: 'RS256', kid: undefined }, signer: rsa })],
    ['no kid, the second of the keys that fit', writer.token({ header: { kid: undefined }, signer: plain })],
    ['a key without alg and use', writer.token({ header: { kid: 'plain' }, signer: plain })],
    ['no typ', writer.withHeader({ typ: undefined })],
    ['typ jwt', writer.withHeader({ typ: 'jwt' })],
    ['typ Jwt', writer.withHeader({ typ: 'Jwt' })],
    ['an unknown header parameter', writer.withHeader({ x: { y: [1, null] } })],
  ];
}

function goodForms(writer: PaJwtWriter): Row[] {
  const claims = JSON.stringify(writer.goodClaims, null, 2);
  return [
    ['exactly 8 KiB', tokenOfSize(writer, 8 * KIB)],
    ['blanks and newlines in the JSON', writer.token({ claimsText: `\n ${claims} \n` })],
    ['64 deep', writer.withRawClaim(`"x":${'['.repeat(63)}${']'.repeat(63)}`)],
    ['escaped letters', writer.withClaimText('sub', '"\\u0061b\\ud83d\\ude00"')],
    ['an escaped backslash before u0000', writer.withClaims({ sub: 'a\\u0000' })],
    ['the same name in two objects', writer.withRawClaim('"x":{"sub":1,"y":{"sub":2}}')],
    ['a value that repeats a name', writer.withRawClaim('"x":["iss","iss"],"y":"iss"')],
    ['a name __proto__', writer.withRawClaim('"__proto__":{"aud":["x"]}')],
  ];
}

function goodClaims(writer: PaJwtWriter): Row[] {
  const { now } = writer;
  const times = (iat: number, exp: number) => writer.withClaims({ iat, exp });
  return [
    ['300 s', times(now - 5, now + 295)],
    ['1 s', times(now, now + 1)],
    ['fractional times', times(now - 5.25, now + 100.5)],
    ['times with an exponent', writer.withClaimText('exp', `${(now + 115) / 10}e1`)],
    ['expired 10 s ago', times(now - 130, now - 10)],
    ['expired 20 s ago', times(now - 140, now - 20)],
    ['issued 25 s ahead', times(now + 25, now + 145)],
    ['not before 25 s ahead', writer.withClaims({ nbf: now + 25 })],
    ['not before long ago', writer.withClaims({ nbf: 0 })],
    ['jti', writer.withClaims({ jti: 'j' })],
    ['sub of 1 KiB', writer.withClaims({ sub: 's'.repeat(KIB) })],
    ['sub of one blank', writer.withClaims({ sub: ' ' })],
    ['sub in letters outside ASCII', writer.withClaims({ sub: 'жанна-😀' })],
    ['unknown claims', writer.withClaims({ scope: 'x', azp: null })],
  ];
}
