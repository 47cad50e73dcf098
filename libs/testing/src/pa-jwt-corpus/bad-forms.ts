import type { BadPaJwtRow } from './bad-pa-jwts';
import type { PaJwtWriter } from './pa-jwt-draft';

const TOKEN_BYTES = 8 * 1024;

/** Tokens whose form is bad: size, parts, base64url, UTF-8, JSON. */
export function badForms(writer: PaJwtWriter): readonly BadPaJwtRow[] {
  return [
    ...badSizes(writer),
    ...badParts(writer),
    ...badEncodings(writer),
    ...badBytes(writer),
    ...badJson(writer),
  ];
}

function badSizes(writer: PaJwtWriter): BadPaJwtRow[] {
  return [
    ['size', 'one byte over 8 KiB', tokenOfSize(writer, TOKEN_BYTES + 1)],
    ['size', '10 kB', tokenOfSize(writer, 10_000)],
    ['size', '20 kB', tokenOfSize(writer, 20_000)],
  ];
}

/** A good token padded to exactly `bytes`: by a claim, and by up to 2 blanks in the header where base64url skips a length. */
export function tokenOfSize(writer: PaJwtWriter, bytes: number): string {
  const blanksFor = (count: number) => JSON.stringify(writer.goodHeader) + ' '.repeat(count);
  for (const blanks of [0, 1, 2]) {
    const short = writer.token({ headerText: blanksFor(blanks), claims: { padding: '' } }).length;
    const padding = Math.floor(((bytes - short) * 3) / 4);
    for (const length of [padding - 1, padding, padding + 1]) {
      const draft = { headerText: blanksFor(blanks), claims: { padding: 'p'.repeat(length) } };
      const token = writer.token(draft);
      if (token.length === bytes) return token;
    }
  }
  throw new RangeError(`no token of ${bytes} bytes`);
}

function badParts(writer: PaJwtWriter): BadPaJwtRow[] {
  const good = writer.token();
  const [header, claims, signature] = good.split('.');
  return [
    ['parts', 'a fourth part', `${good}.${signature}`],
    ['parts', 'five parts, as encryption has', `${good}.${signature}.${signature}`],
    ['parts', 'a dot at the end', `${good}.`],
    ['parts', 'a dot in front', `.${good}`],
    ['parts', 'no signature part', `${header}.${claims}`],
    ['parts', 'an empty signature', `${header}.${claims}.`],
    ['parts', 'an empty header', `.${claims}.${signature}`],
    ['parts', 'a detached payload', `${header}..${signature}`],
    ['parts', 'the header alone', `${header}`],
    ['parts', 'alg none without signature', unsigned(writer)],
  ];
}

function unsigned(writer: PaJwtWriter): string {
  return writer.token({ header: { alg: 'none' }, signature: () => new Uint8Array(0) });
}

function badEncodings(writer: PaJwtWriter): BadPaJwtRow[] {
  const good = writer.token();
  const part = (json: object, to: (base64url: string) => string) => to(encode(json, 1));
  const { goodHeader, goodClaims } = writer;
  const dashed = { ...goodClaims, padding: '>>>???>>>???' };
  return [
    ['base64url', 'padding behind the signature', `${good}==`],
    [
      'base64url',
      'padding behind the header',
      writer.token({ headerPart: part(goodHeader, text => `${text}==`) }),
    ],
    [
      'base64url',
      'padding behind the claims',
      writer.token({ claimsPart: part(goodClaims, text => `${text}==`) }),
    ],
    ['base64url', 'stray bits in the signature', strayBits(good)],
    ['base64url', 'stray bits in the header', writer.token({ headerPart: part(goodHeader, strayBits) })],
    ['base64url', 'stray bits in the claims', writer.token({ claimsPart: part(goodClaims, strayBits) })],
    ['base64url', 'the standard alphabet', writer.token({ claimsPart: part(dashed, standardAlphabet) })],
    [
      'base64url',
      'a letter outside any alphabet',
      writer.token({ claimsPart: part(goodClaims, text => `${text}!`) }),
    ],
    ['base64url', 'a letter outside ASCII in the signature', `${good}é`],
    [
      'base64url',
      'a blank in the header',
      writer.token({ headerPart: part(goodHeader, text => ` ${text}`) }),
    ],
    ['base64url', 'a lone last character', writer.token({ claimsPart: `${encode(goodClaims, 0)}A` })],
  ];
}

/** The encoded JSON, padded with blanks until its length leaves `rest` bytes in the last group of three. */
function encode(json: object, rest: number): string {
  let text = JSON.stringify(json);
  while (Buffer.byteLength(text) % 3 !== rest) text += ' ';
  return Buffer.from(text).toString('base64url');
}

/** The last character with a bit set that decoding drops; in: a text whose last group has 2 characters. */
function strayBits(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return text.slice(0, -1) + alphabet.charAt(alphabet.indexOf(text.slice(-1)) | 1);
}

function standardAlphabet(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}

function badBytes(writer: PaJwtWriter): BadPaJwtRow[] {
  const inClaims = (...bytes: number[]) => writer.token({ claimsText: extended(writer.goodClaims, bytes) });
  const inHeader = (...bytes: number[]) => writer.token({ headerText: extended(writer.goodHeader, bytes) });
  return [
    ['utf-8', 'a byte FF in a claim', inClaims(0xff)],
    ['utf-8', 'a byte FF in the header', inHeader(0xff)],
    ['utf-8', 'an overlong slash', inClaims(0xc0, 0xaf)],
    ['utf-8', 'a surrogate in bytes', inClaims(0xed, 0xa0, 0x80)],
    ['utf-8', 'a sequence cut short', inClaims(0xe2, 0x82)],
    ['utf-8', 'Latin-1', inHeader(0xe9)],
  ];
}

/** The JSON of `json` with one more member, `"x"`, whose text is the given bytes. */
function extended(json: object, bytes: readonly number[]): Buffer {
  const head = Buffer.from(`${JSON.stringify(json).slice(0, -1)},"x":"`);
  return Buffer.concat([head, Buffer.from(bytes), Buffer.from('"}')]);
}

function badJson(writer: PaJwtWriter): BadPaJwtRow[] {
  const header = JSON.stringify(writer.goodHeader);
  const claims = JSON.stringify(writer.goodClaims);
  const headerText = (text: string) => writer.token({ headerText: text });
  const claimsText = (text: string | Uint8Array) => writer.token({ claimsText: text });
  const nested = (depth: number) => '['.repeat(depth - 1) + ']'.repeat(depth - 1);
  return [
    ['json', 'a byte order mark before the header', headerText(`\uFEFF${header}`)],
    ['json', 'a byte order mark before the claims', claimsText(`\uFEFF${claims}`)],
    ['json', 'the header in an array', headerText(`[${header}]`)],
    ['json', 'the claims in an array', claimsText(`[${claims}]`)],
    ['json', 'the claims as a string', claimsText(JSON.stringify(claims))],
    ['json', 'claims null', claimsText('null')],
    ['json', 'claims a number', claimsText('1')],
    ['json', 'claims cut short', claimsText(claims.slice(0, -1))],
    ['json', 'a comma too many', claimsText(`${claims.slice(0, -1)},}`)],
    ['json', 'text behind the claims', claimsText(`${claims}x`)],
    ['json', 'single quotes', claimsText(claims.replaceAll('"', "'"))],
    ['json', 'a comment', claimsText(`${claims}/**/`)],
    ['json', 'a raw newline in a string', writer.withRawClaim('"x":"a\nb"')],
    ['json', 'UTF-16', claimsText(Buffer.from(claims, 'utf16le'))],
    ['names', 'alg twice', writer.withRawHeader('"alg":"ES256"')],
    ['names', 'kid twice', writer.withRawHeader('"kid":"ec"')],
    ['names', 'iss twice', writer.withRawClaim(`"iss":${JSON.stringify(writer.world.issuer)}`)],
    ['names', 'sub twice', writer.withRawClaim('"sub":"another"')],
    ['names', 'aud twice', writer.withRawClaim(`"aud":${JSON.stringify(writer.world.audience)}`)],
    ['names', 'exp twice', writer.withRawClaim(`"exp":${writer.goodClaims.exp}`)],
    ['names', 'sub twice, once escaped', writer.withRawClaim('"\\u0073ub":"another"')],
    ['names', 'an unknown name twice in a nested object', writer.withRawClaim('"x":[{"a":1,"a":2}]')],
    ['depth', 'claims 65 deep in arrays', writer.withRawClaim(`"x":${nested(65)}`)],
    ['depth', 'header 65 deep in arrays', writer.withRawHeader(`"x":${nested(65)}`)],
    [
      'depth',
      'claims 65 deep in objects',
      writer.withRawClaim(`"x":${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`),
    ],
    ['characters', 'NUL in sub', writer.withClaims({ sub: 'a\0b' })],
    ['characters', 'NUL in an unknown claim', writer.withClaims({ x: '\0' })],
    ['characters', 'NUL in a name', writer.withClaims({ 'x\0': 1 })],
    ['characters', 'NUL in the header', writer.withHeader({ x: ['\0'] })],
    ['characters', 'a lone high surrogate in sub', writer.withRawClaim('"x":"\\ud800"')],
    ['characters', 'a lone low surrogate in sub', writer.withClaimText('sub', '"a\\udc00"')],
    ['characters', 'surrogates in the wrong order', writer.withRawClaim('"x":{"y":"\\udc00\\ud800"}')],
    ['characters', 'a lone surrogate in a name', writer.withRawHeader('"\\uD800":1')],
  ];
}
