import { LIMITS } from '@surety/kernel';
import { readJsonText } from './json-text';

const read = (text: string) => readJsonText(Buffer.from(text));
const REFUSED = { ok: false, error: { reason: 'INVALID_PARAMS' } };
const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

describe('readJsonText', () => {
  it('P3: gives the value and the text of any JSON', () => {
    expect(read(' {"a":[1,"é"]}\n')).toEqual({
      ok: true,
      value: { text: ' {"a":[1,"é"]}\n', value: { a: [1, 'é'] } },
    });
    expect(read('null')).toMatchObject({ ok: true, value: { value: null } });
  });

  it('reads a view of a larger buffer by its own bounds', () => {
    expect(readJsonText(Buffer.from('xx[1]xx').subarray(2, 5))).toMatchObject({
      ok: true,
      value: { text: '[1]' },
    });
  });

  it('allows one byte order mark before the text and none after it', () => {
    expect(read('\ufeff{}')).toMatchObject({ ok: true, value: { text: '{}' } });
    for (const text of ['\ufeff\ufeff{}', ' \ufeff{}', '{}\ufeff', '\ufeff'])
      expect(read(text)).toMatchObject(REFUSED);
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '[1]x',
    'NaN',
    'undefined',
    '01',
    '"\t"',
    '"\0"',
    '/**/{}',
    '"\\ud8"',
  ])('PACT 6: bad JSON is INVALID_PARAMS: %j', text => {
    expect(read(text)).toMatchObject(REFUSED);
  });

  it.each([
    [[0x22, 0xff, 0x22]],
    [[0x22, 0xc0, 0xaf, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0x22, 0xe2, 0x82, 0x22]],
  ])('P27: invalid UTF-8 is INVALID_PARAMS: %j', bytes => {
    expect(readJsonText(Uint8Array.from(bytes))).toMatchObject(REFUSED);
  });

  it('P27: refuses UTF-16, with and without a byte order mark', () => {
    expect(readJsonText(Buffer.from('{"a":1}', 'utf16le'))).toMatchObject(REFUSED);
    expect(readJsonText(Buffer.from('\ufeff{"a":1}', 'utf16le'))).toMatchObject(REFUSED);
  });

  it('takes the last of repeated members', () => {
    expect(read('{"a":1,"a":2}')).toMatchObject({ value: { value: { a: 2 } } });
  });

  it('P27: allows 256 KiB and not a byte more', () => {
    const sized = (bytes: number) => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);
    expect(readJsonText(sized(LIMITS.bodyBytes))).toMatchObject({ ok: true });
    expect(readJsonText(sized(LIMITS.bodyBytes + 1))).toMatchObject(REFUSED);
  });

  it('P27: allows 64 levels and not one more, of arrays and of objects', () => {
    expect(read(nested(LIMITS.jsonDepth))).toMatchObject({ ok: true });
    expect(read(nested(LIMITS.jsonDepth + 1))).toMatchObject(REFUSED);
    expect(read(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`)).toMatchObject({ ok: true });
    expect(read(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toMatchObject(REFUSED);
  });

  it('counts brackets outside strings only', () => {
    for (const text of [
      `"${'['.repeat(99)}"`,
      `"\\"${'['.repeat(99)}"`,
      `"\\\\\\"${'{'.repeat(99)}"`,
      `[${'[],{},'.repeat(99)}0]`,
    ]) {
      expect(read(text)).toMatchObject({ ok: true });
    }
    expect(read(`["\\\\",${nested(64)}]`)).toMatchObject({
      error: { message: 'The body nests more than 64 levels' },
    });
    expect(read(`["a]]]]",${nested(64)}]`)).toMatchObject({
      error: { message: 'The body nests more than 64 levels' },
    });
  });

  it.each([
    ['open brackets', '['.repeat(LIMITS.bodyBytes)],
    ['backslashes', `"${'\\'.repeat(LIMITS.bodyBytes - 2)}"`],
    ['escaped quotes', `"${'\\"'.repeat(LIMITS.bodyBytes / 2 - 1)}"`],
    ['an open string', `"${'\\\\'.repeat(LIMITS.bodyBytes / 2 - 1)}`],
    ['quotes', '"'.repeat(LIMITS.bodyBytes)],
  ])('answers a whole body of %s at once, without recursion', (_, text) => {
    const started = performance.now();
    read(text);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
