import type { Result } from '@surety/kernel';
import { signBytes } from './jws-signature';
import { type VerificationKey, readJwks } from './jwks';
import type { PaJwtFault } from './pa-jwt.check';
import { generateSigningJwk, privateKeyOf } from './signing-jwk';

/** Makes the signature over a signing input. */
export type Seal = (signingInput: string) => Buffer;
/** A bad token: the rule that refuses it, the one thing that was changed, the token. */
export type BadRow = readonly [rule: string, change: string, token: string];

type Json = Readonly<Record<string, unknown>>;

/** A signing key of a test with the key set that publishes it. */
export function signer(alg: 'ES256' | 'RS256' = 'ES256') {
  const { privateJwk, publicJwk } = generateSigningJwk(alg);
  const read = readJwks(JSON.stringify({ keys: [publicJwk] }));
  const keys: readonly VerificationKey[] = read.ok ? read.value : [];
  const seal: Seal = input => signBytes(privateKeyOf(privateJwk), Buffer.from(input));
  return { privateJwk, publicJwk, keys, kid: publicJwk.kid, seal };
}

/** A compact JWS over exactly these bytes, whatever they are. */
export function compact(header: string | Buffer, claims: string | Buffer, seal: Seal): string {
  const input = `${Buffer.from(header as string).toString('base64url')}.${Buffer.from(claims as string).toString('base64url')}`;
  return `${input}.${seal(input).toString('base64url')}`;
}

/** A token with members changed (undefined = left out), signed again, so that only one rule stands against it. */
export function changed(header: Json, claims: Json, seal: Seal): string {
  return compact(JSON.stringify(header), JSON.stringify(claims), seal);
}

/** One bad token for every rule of FORM_CHECKS, each good but for its form. */
export function badForms(header: Json, claims: Json, seal: Seal, maxBytes: number): BadRow[] {
  const good = changed(header, claims, seal);
  const text = JSON.stringify(header);
  const body = JSON.stringify(claims);
  const withHeader = (extra: string | Buffer) =>
    compact(
      Buffer.concat([Buffer.from('{"x":'), Buffer.from(extra as string), Buffer.from(`,${text.slice(1)}`)]),
      body,
      seal,
    );
  return [
    ['size', 'too long', withHeader(`"${'x'.repeat(maxBytes)}"`)],
    ['parts', 'a fourth part', `${good}.AA`],
    ['parts', 'no signature', good.slice(0, good.lastIndexOf('.') + 1)],
    ['parts', 'nothing', ''],
    ['base64url', 'padding', `${good}=`],
    ['base64url', 'a line break', good.replace('.', '\n.')],
    ['utf-8', 'a stray byte', withHeader(Buffer.from([0x22, 0xff, 0x22]))],
    ['json', 'a byte order mark', compact(`\uFEFF${text}`, body, seal)],
    ['json', 'claims that are an array', compact(text, '[]', seal)],
    ['names', 'a repeated member', withHeader('1,"x":2')],
    ['depth', '65 levels', withHeader('['.repeat(64) + ']'.repeat(64))],
    ['characters', 'NUL', withHeader('"\\u0000"')],
    ['characters', 'a lone surrogate', withHeader('"\\ud800"')],
  ];
}

/** Bad tokens of every rule about the header that tokens signed with a key pair share. */
export function badHeaders(header: Json, claims: Json, seal: Seal): BadRow[] {
  const row = (rule: string, change: string, members: Json): BadRow => [
    rule,
    change,
    changed({ ...header, ...members }, claims, seal),
  ];
  return [
    ...['none', 'HS256', 'ES384', 'PS256', 'es256', undefined, ['ES256']].map(alg =>
      row('alg', `alg ${String(alg)}`, { alg }),
    ),
    row('crit', 'crit with an unknown name', { crit: ['x'] }),
    row('crit', 'crit that is empty', { crit: [] }),
  ];
}

/** Bad tokens of the rule of the signature. */
export function badSignatures(header: Json, claims: Json, seal: Seal): BadRow[] {
  const good = changed(header, claims, seal);
  const stranger = signer();
  const row = (change: string, token: string): BadRow => ['signature', change, token];
  return [
    row('another key under the same kid', changed(header, claims, stranger.seal)),
    row('an unknown kid', changed({ ...header, kid: stranger.kid }, claims, stranger.seal)),
    row(
      'its key in the header',
      changed(
        { ...header, kid: undefined, jwk: stranger.publicJwk, ...keepKid(header) },
        claims,
        stranger.seal,
      ),
    ),
    row(
      'the signature of other claims',
      good.slice(0, good.lastIndexOf('.')) + changed(header, { ...claims, x: 1 }, seal).slice(-87),
    ),
    row(
      'one byte too few',
      changed(header, claims, input => seal(input).subarray(1)),
    ),
    row(
      'zeros',
      changed(header, claims, () => Buffer.alloc(64)),
    ),
  ];
}

const keepKid = ({ kid }: Json): Json => ({ kid });

/** A table of checks without one of them. */
export function without<Check extends { readonly name: string }>(
  checks: readonly Check[],
  name: string,
): Check[] {
  return checks.filter(check => check.name !== name);
}

/** The rule that refuses, or undefined. */
export function ruleOf(result: Result<unknown, PaJwtFault>): string | undefined {
  return result.ok ? undefined : result.error.rule;
}
