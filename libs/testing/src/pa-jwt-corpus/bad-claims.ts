import type { BadPaJwtRow } from './bad-pa-jwts';
import type { PaJwtWriter } from './pa-jwt-draft';

const KIB = 1024;

/** Tokens whose claims are bad: issuer, User, audience, times. */
export function badClaims(writer: PaJwtWriter): readonly BadPaJwtRow[] {
  return [
    ...badIssuers(writer),
    ...badSubs(writer),
    ...badAudiences(writer),
    ...badNumbers(writer),
    ...badTimes(writer),
  ];
}

/** An issuer over 1 KiB that a careless directory might hold; only the bound refuses it. */
export function tooLongIssuer({ world }: PaJwtWriter): string {
  return `${world.issuer}/${'i'.repeat(KIB)}`;
}

function badIssuers(writer: PaJwtWriter): BadPaJwtRow[] {
  const { issuer } = writer.world;
  const iss = (value: unknown) => writer.withClaims({ iss: value });
  return [
    ['iss', 'missing', iss(undefined)],
    ['iss', 'null', iss(null)],
    ['iss', 'a number', iss(5)],
    ['iss', 'an array', iss([issuer])],
    ['iss', 'over 1 KiB', iss(tooLongIssuer(writer))],
    ['issuer', 'empty', iss('')],
    ['issuer', 'a slash behind', iss(`${issuer}/`)],
    ['issuer', 'a path behind', iss(`${issuer}/a`)],
    ['issuer', 'other case', iss(issuer.toUpperCase())],
    ['issuer', 'a blank in front', iss(` ${issuer}`)],
    ['issuer', 'a blank behind', iss(`${issuer} `)],
    ['issuer', 'a query behind', iss(`${issuer}?`)],
    ['issuer', 'a fragment behind', iss(`${issuer}#`)],
    ['issuer', 'another scheme', iss(issuer.replace(/^[a-z]+:/, 'ftp:'))],
    ['issuer', 'one letter short', iss(issuer.slice(0, -1))],
    ['issuer', 'another personal agent', iss('https://stranger.example')],
  ];
}

function badSubs(writer: PaJwtWriter): BadPaJwtRow[] {
  const values: [string, unknown][] = [
    ['missing', undefined],
    ['empty', ''],
    ['null', null],
    ['a number', 7],
    ['true', true],
    ['an array', [writer.world.sub]],
    ['an object', { id: writer.world.sub }],
    ['over 1 KiB', 's'.repeat(KIB + 1)],
    ['over 1 KiB in fewer characters', 'é'.repeat(KIB / 2 + 1)],
  ];
  return values.map(([change, sub]) => ['sub', change, writer.withClaims({ sub })]);
}

function badAudiences(writer: PaJwtWriter): BadPaJwtRow[] {
  const { audience } = writer.world;
  const swapped = audience.toUpperCase() === audience ? audience.toLowerCase() : audience.toUpperCase();
  const values: [string, unknown][] = [
    ['missing', undefined],
    ['null', null],
    ['an array of it', [audience]],
    ['an array with it first', [audience, 'x']],
    ['an array with it last', ['x', audience]],
    ['an empty array', []],
    ['an object', { aud: audience }],
    ['empty', ''],
    ['other case', swapped],
    ['a slash behind', `${audience}/`],
    ['a blank behind', `${audience} `],
    ['twice in one string', `${audience} ${audience}`],
    ['one letter short', audience.slice(0, -1)],
    ['a number', 1],
    ["the Provider's address", 'https://provider.example/a2a'],
  ];
  return values.map(([change, aud]) => ['audience', change, writer.withClaims({ aud })]);
}

/** Times that are no finite numbers; each would slip past a comparison. */
function badNumbers(writer: PaJwtWriter): BadPaJwtRow[] {
  const { iat, exp } = writer.goodClaims;
  return [
    ['iat', 'missing', writer.withClaims({ iat: undefined })],
    ['iat', 'a string', writer.withClaims({ iat: String(iat) })],
    ['iat', 'an array', writer.withClaims({ iat: [iat] })],
    ['iat', 'an RFC 3339 time', writer.withClaims({ iat: new Date(iat * 1000).toISOString() })],
    ['iat', 'true', writer.withClaims({ iat: true })],
    ['iat', 'null', writer.withClaims({ iat: null })],
    ['iat', 'infinite', writer.withClaimText('iat', '1e999')],
    ['iat', 'infinitely long ago', writer.withClaimText('iat', '-1e999')],
    ['exp', 'missing', writer.withClaims({ exp: undefined })],
    ['exp', 'a string', writer.withClaims({ exp: String(exp) })],
    ['exp', 'an array', writer.withClaims({ exp: [exp] })],
    ['exp', 'an object', writer.withClaims({ exp: {} })],
    ['exp', 'true', writer.withClaims({ exp: true })],
    ['exp', 'null', writer.withClaims({ exp: null })],
    ['exp', 'infinite', writer.withClaimText('exp', '1e999')],
    ['nbf', 'a string', writer.withClaims({ nbf: String(iat) })],
    ['nbf', 'null', writer.withClaims({ nbf: null })],
    ['nbf', 'true', writer.withClaims({ nbf: true })],
    ['nbf', 'an object', writer.withClaims({ nbf: {} })],
    ['nbf', 'infinitely long ago', writer.withClaimText('nbf', '-1e999')],
  ];
}

function badTimes(writer: PaJwtWriter): BadPaJwtRow[] {
  const { now } = writer;
  const times = (iat: number, exp: number) => writer.withClaims({ iat, exp });
  return [
    ['exp-after-iat', 'exp equal to iat', times(now - 5, now - 5)],
    ['exp-after-iat', 'exp before iat, neither out of bounds', times(now + 20, now + 10)],
    ['exp-after-iat', 'iat in milliseconds', writer.withClaims({ iat: now * 1000 })],
    ['exp-after-iat', 'exp zero', writer.withClaims({ exp: 0 })],
    ['exp-after-iat', 'exp negative', writer.withClaims({ exp: -1 })],
    ['lifetime', '301 s', times(now - 5, now + 296)],
    ['lifetime', '300.001 s', times(now - 5, now + 295.001)],
    ['lifetime', '330 s, as if skew stretched it', times(now, now + 330)],
    ['lifetime', 'an hour', times(now, now + 3600)],
    ['lifetime', 'exp in milliseconds', writer.withClaims({ exp: now * 1000 })],
    ['lifetime', 'iat zero', writer.withClaims({ iat: 0 })],
    ['lifetime', 'iat negative', writer.withClaims({ iat: -now })],
    ['expired', '30 s ago', times(now - 150, now - 30)],
    ['expired', '31 s ago', times(now - 151, now - 31)],
    ['expired', 'a day ago', times(now - 86_520, now - 86_400)],
    ['issued-in-future', '60 s ahead', times(now + 60, now + 180)],
    ['issued-in-future', 'a day ahead', times(now + 86_400, now + 86_520)],
    ['not-yet-valid', '60 s ahead', writer.withClaims({ nbf: now + 60 })],
    ['not-yet-valid', '100 s ahead', writer.withClaims({ nbf: now + 100 })],
    ['not-yet-valid', 'in milliseconds', writer.withClaims({ nbf: now * 1000 })],
  ];
}
