import { constants, createHash, sign } from 'node:crypto';
import { encodeBase64url, privateKeyOf } from '@surety/tokens';
import type { BadPaJwtRow } from './bad-pa-jwts';
import { type PaJwtDraft, type PaJwtWriter, signatureBy } from './pa-jwt-draft';

/** Tokens whose signature is bad, or good by a key that must not sign. */
export function badSignatures(writer: PaJwtWriter): readonly BadPaJwtRow[] {
  const rows = [
    ...changedBytes(writer),
    ...changedParts(writer),
    ...wrongSchemes(writer),
    ...wrongKeys(writer),
  ];
  return rows.map(([change, token]) => ['signature', change, token]);
}

type Change = readonly [change: string, token: string];

function changedBytes(writer: PaJwtWriter): Change[] {
  const { ec } = writer.world.signers;
  const changed = (change: (signature: Buffer) => Uint8Array) =>
    writer.token({ signature: signed => change(signatureBy(ec, signed)) });
  return [
    ['first bit flipped', changed(s => flip(s, 0))],
    ['last bit flipped', changed(s => flip(s, s.length - 1))],
    ['one byte short', changed(s => s.subarray(0, 63))],
    ['one byte long', changed(s => Buffer.concat([s, Buffer.alloc(1)]))],
    ['twice in a row', changed(s => Buffer.concat([s, s]))],
    ['r and s swapped', changed(s => Buffer.concat([s.subarray(32), s.subarray(0, 32)]))],
    ['all zero', changed(() => Buffer.alloc(64))],
    ['all ones', changed(() => Buffer.alloc(64, 0xff))],
    ['r zero', changed(s => Buffer.concat([Buffer.alloc(32), s.subarray(32)]))],
  ];
}

function flip(bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
  return flipped;
}

function changedParts(writer: PaJwtWriter): Change[] {
  const [header, claims, signature] = writer.token().split('.');
  const otherSub = encodeBase64url(JSON.stringify({ ...writer.goodClaims, sub: 'another' }));
  const laterExp = encodeBase64url(JSON.stringify({ ...writer.goodClaims, exp: writer.now + 200 }));
  const rs256 = encodeBase64url(JSON.stringify({ ...writer.goodHeader, alg: 'RS256' }));
  const noKid = encodeBase64url(JSON.stringify({ alg: 'ES256' }));
  return [
    ['sub changed after signing', `${header}.${otherSub}.${signature}`],
    ['exp changed after signing', `${header}.${laterExp}.${signature}`],
    ['alg changed after signing', `${rs256}.${claims}.${signature}`],
    ['kid removed after signing', `${noKid}.${claims}.${signature}`],
    [
      'the signature of another token',
      `${header}.${claims}.${writer.withClaims({ jti: 'x' }).split('.')[2]}`,
    ],
  ];
}

function wrongSchemes(writer: PaJwtWriter): Change[] {
  const { ec, rsa } = writer.world.signers;
  const byRsa = (signature: (signed: Buffer) => Buffer) =>
    writer.token({ header: { alg: 'RS256', kid: 'rsa' }, signature });
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return [
    ['in DER', writer.token({ signature: signed => sign('sha256', signed, privateKeyOf(ec)) })],
    ['over SHA-384', writer.token({ signature: signed => signatureBy(ec, signed, 'sha384') })],
    ['RSA over SHA-512', byRsa(signed => signatureBy(rsa, signed, 'sha512'))],
    ['RSA with PSS padding', byRsa(signed => sign('sha256', signed, { key: privateKeyOf(rsa), padding }))],
    ['RSA one byte short', byRsa(signed => signatureBy(rsa, signed).subarray(1))],
    ['RSA with a zero in front', byRsa(signed => Buffer.concat([Buffer.alloc(1), signatureBy(rsa, signed)]))],
    ['elliptic under RS256', writer.token({ header: { alg: 'RS256', kid: 'rsa' } })],
    ['RSA under ES256', writer.token({ signer: rsa })],
  ];
}

function wrongKeys(writer: PaJwtWriter): Change[] {
  const { signers } = writer.world;
  const by = (signer: PaJwtDraft['signer'], header: Record<string, unknown>) =>
    writer.token({ signer, header });
  return [
    ["a stranger's key under the right kid", by(signers.stranger, {})],
    ["a stranger's key without kid", by(signers.stranger, { kid: undefined })],
    ['another published key under the right kid', by(signers.plain, {})],
    ['an elliptic key under alg RS256', by(signers.plain, { alg: 'RS256', kid: 'plain' })],
    ['a key for encryption', by(signers.encryption, { kid: 'encryption' })],
    ['a key for encryption, without kid', by(signers.encryption, { kid: undefined })],
    ['a key whose operations lack verify', by(signers.signOnly, { kid: 'sign-only' })],
    ['a key published for PS256', by(signers.pss, { alg: 'RS256', kid: 'pss' })],
    ['an RSA key of 1024 bits', by(signers.smallRsa, { alg: 'RS256', kid: 'small-rsa' })],
    ['a key on another curve', by(signers.otherCurve, { kid: 'other-curve' })],
    ['a key on a wider curve', by(signers.widerCurve, { kid: 'wider-curve' })],
    ['an RSA key with exponent 1', forgedForExponentOne(writer)],
  ];
}

/** Under exponent 1 the padded digest is its own signature (RFC 8017 9.2): anyone can write it. */
function forgedForExponentOne(writer: PaJwtWriter): string {
  const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex');
  const signature = (signed: Buffer) => {
    const digest = Buffer.concat([digestInfo, createHash('sha256').update(signed).digest()]);
    const filler = Buffer.alloc(256 - 3 - digest.length, 0xff);
    return Buffer.concat([Buffer.of(0, 1), filler, Buffer.of(0), digest]);
  };
  return writer.token({ header: { alg: 'RS256', kid: 'exponent-one' }, signature });
}
