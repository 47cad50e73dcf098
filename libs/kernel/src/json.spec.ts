import fc from 'fast-check';
import { isJsonObject, parseJson, parseJsonBytes } from './json';

const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

describe('parseJson and parseJsonBytes', () => {
  it('read whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual(JSON.parse(text));
        expect(parseJsonBytes(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['', ' ', '{', "{'a':1}", '{"a":1,}', 'undefined', 'NaN', '1 2', '\ufeff{}'])(
    'have no value for the text %j',
    text => {
      expect(parseJson(text)).toBeUndefined();
    },
  );

  it.each([
    ['a byte order mark', bytes(BYTE_ORDER_MARK, '{"a":1}'), { a: 1 }],
    ['two byte order marks', bytes(BYTE_ORDER_MARK, BYTE_ORDER_MARK, '{"a":1}'), undefined],
    ['a byte that is no UTF-8', bytes('"', [0xff], '"'), undefined],
    ['a cut character', bytes('"', [0xc3], '"'), undefined],
    ['an overlong slash', bytes('"', [0xc0, 0xaf], '"'), undefined],
    ['a surrogate in bytes', bytes('"', [0xed, 0xa0, 0x80], '"'), undefined],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), undefined],
    ['nothing', bytes(), undefined],
  ])('RFC 8259 8.1: bytes with %s', (_kind, input, expected) => {
    expect(parseJsonBytes(input)).toEqual(expected);
  });
});

describe('isJsonObject', () => {
  it.each([
    [{}, true],
    [{ a: 1 }, true],
    [[], false],
    [null, false],
    ['{}', false],
    [1, false],
    [undefined, false],
  ])('%j: %s', (value, expected) => {
    expect(isJsonObject(value)).toBe(expected);
  });
});
