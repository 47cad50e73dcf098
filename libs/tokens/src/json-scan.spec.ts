import fc from 'fast-check';
import { hasUnstorableText, scanJson } from './json-scan';

/** An independent reading of depth: by the parsed value. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('scanJson', () => {
  it('counts nesting as the parsed value has it and finds no repeated name in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, space) => {
        const scan = scanJson(JSON.stringify(value, null, space));
        expect(scan).toEqual({ depth: depthOf(value), repeatedName: undefined });
      }),
    );
  });

  it('finds a name that one object holds twice, wherever it stands and however it is spelled', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (name, value) => {
        const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
        const escaped = [...name].flatMap(c => c.split('')).map(c => hex(c.charCodeAt(0)));
        const text = `[{"a":{ ${member} , "${escaped.join('')}" : 1 }}]`;
        expect(() => JSON.parse(text) as unknown).not.toThrow();
        expect(scanJson(text).repeatedName).toBe(name);
      }),
    );
  });

  const hex = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;

  it.each([
    ['values that look like names', '{"a":"a","b":["a","a"],"c":"a:"}'],
    ['quotes and backslashes in strings', '{"a":"\\"b\\":","b\\\\":1,"b":"\\\\"}'],
    ['the same name in different objects', '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}'],
    ['brackets in strings', '{"a":"{[\\"","b":"]}"}'],
  ])('is not misled by %s', (_, text) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(scanJson(text).repeatedName).toBeUndefined();
  });
});

describe('P27: hasUnstorableText', () => {
  it.each([
    '"\\u0000"',
    '"\\ud800"',
    '"\\udfff x"',
    '{"\\ud800":1}',
    '[[{"a":["\\u0000"]}]]',
    '"\\udc00\\ud800"',
  ])('finds what no database text can hold in %s', text =>
    expect(hasUnstorableText(JSON.parse(text), text)).toBe(true),
  );

  it.each(['"\\\\u0000"', '"\\ud83d\\ude00"', '{"\\u0061":"\\uffff"}', '"😀"', 'null', '[1,true,"\\u0001"]'])(
    'lets %s pass',
    text => expect(hasUnstorableText(JSON.parse(text), text)).toBe(false),
  );
});
