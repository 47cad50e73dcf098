import { createHmac } from 'node:crypto';
import type { BadPaJwtRow } from './bad-pa-jwts';
import { type PaJwtWriter, signatureBy } from './pa-jwt-draft';
import { members } from './pa-jwt-world';

/** Tokens whose header is bad: algorithm, keys brought along, critical extensions, typ, kid. */
export function badHeaders(writer: PaJwtWriter): readonly BadPaJwtRow[] {
  return [...badAlgorithms(writer), ...broughtKeys(writer), ...badTypes(writer), ...badKids(writer)];
}

function badAlgorithms(writer: PaJwtWriter): BadPaJwtRow[] {
  const { ec, rsa } = writer.world.signers;
  const alg = (value: unknown) => writer.withHeader({ alg: value });
  const byRsa = (value: string, hash: string) =>
    writer.token({ header: { alg: value, kid: 'rsa' }, signature: signed => signatureBy(rsa, signed, hash) });
  const hs256 = (secret: string) =>
    writer.token({ header: { alg: 'HS256' }, signature: signed => hmac(secret, signed) });
  return [
    ['alg', 'none, signed', alg('none')],
    ['alg', 'None, signed', alg('None')],
    ['alg', 'HS256 with the public JWK as secret', hs256(JSON.stringify(members(ec)))],
    ['alg', 'HS256 with the published key set as secret', hs256(writer.world.jwks)],
    ['alg', 'HS256 with the octet key of the set', hs256('secret')],
    ['alg', 'RS512', byRsa('RS512', 'sha512')],
    ['alg', 'RS384', byRsa('RS384', 'sha384')],
    ['alg', 'PS256', byRsa('PS256', 'sha256')],
    ['alg', 'ES384', alg('ES384')],
    ['alg', 'ES512', alg('ES512')],
    ['alg', 'ES256K', alg('ES256K')],
    ['alg', 'EdDSA', alg('EdDSA')],
    ['alg', 'lower case', alg('es256')],
    ['alg', 'a blank behind', alg('ES256 ')],
    ['alg', 'empty', alg('')],
    ['alg', 'missing', alg(undefined)],
    ['alg', 'null', alg(null)],
    ['alg', 'a number', alg(256)],
    ['alg', 'an array', alg(['ES256'])],
  ];
}

function hmac(secret: string, signed: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(signed).digest();
}

function broughtKeys(writer: PaJwtWriter): BadPaJwtRow[] {
  const { ec, stranger } = writer.world.signers;
  const elsewhere = 'https://attacker.example/keys';
  return [
    ['jku', 'a key set elsewhere', writer.withHeader({ jku: elsewhere })],
    ['jku', 'null', writer.withHeader({ jku: null })],
    ['jku', 'empty', writer.withHeader({ jku: '' })],
    ['jwk', 'the right key brought along', writer.withHeader({ jwk: members(ec) })],
    [
      'jwk',
      "a stranger's key, which signs",
      writer.token({ header: { jwk: members(stranger) }, signer: stranger }),
    ],
    ['jwk', 'null', writer.withHeader({ jwk: null })],
    ['x5u', 'a certificate elsewhere', writer.withHeader({ x5u: elsewhere })],
    ['x5u', 'empty', writer.withHeader({ x5u: '' })],
    ['x5c', 'a certificate', writer.withHeader({ x5c: ['MIIB'] })],
    ['x5c', 'an empty chain', writer.withHeader({ x5c: [] })],
    ['crit', 'an unknown extension', writer.withHeader({ crit: ['exp'], exp: 1 })],
    ['crit', 'b64', writer.withHeader({ crit: ['b64'], b64: true })],
    ['crit', 'empty', writer.withHeader({ crit: [] })],
    ['crit', 'null', writer.withHeader({ crit: null })],
  ];
}

function badTypes(writer: PaJwtWriter): BadPaJwtRow[] {
  const types = [
    'at+jwt',
    'admin+jwt',
    'pact-receipt+jws',
    'JOSE',
    'application/jwt',
    'JWT ',
    '',
    null,
    5,
    ['JWT'],
  ];
  return types.map(typ => ['typ', JSON.stringify(typ), writer.withHeader({ typ })]);
}

function badKids(writer: PaJwtWriter): BadPaJwtRow[] {
  const { longKid } = writer.world.signers;
  const kid = (value: unknown) => writer.withHeader({ kid: value });
  return [
    ['kid', 'a number', kid(1)],
    ['kid', 'null', kid(null)],
    ['kid', 'an array', kid(['ec'])],
    ['kid', 'an object', kid({ kid: 'ec' })],
    ['kid', 'published, but over 1 KiB', writer.token({ header: { kid: longKid.kid }, signer: longKid })],
    ['signature', 'unknown kid', kid('unknown')],
    ['signature', 'empty kid', kid('')],
    ['signature', 'kid in other case', kid('EC')],
    ['signature', 'a blank behind kid', kid('ec ')],
    ['signature', 'kid of a path', kid('../ec')],
    ['signature', 'kid of another key', kid('plain')],
    ['signature', 'kid of a malformed key', kid('malformed')],
    ['signature', 'kid of an octet key', kid('shared')],
    ['signature', 'kid of an Edwards key', kid('edwards')],
  ];
}
