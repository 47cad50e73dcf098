import fc from 'fast-check';
import { isolated } from './isolated-text';

/** What the isolate around an element comes to (UAX 9, BD9): true when text inside neither ends it early nor keeps it open. */
function staysInside(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if ('\u2066\u2067\u2068'.includes(character)) depth += 1;
    if (character === '\u2069') depth -= 1;
    if (depth < 0) return false;
    if ('\n\r\u001c\u001d\u001e\u0085\u2029'.includes(character)) return false;
  }
  return depth === 0;
}

describe('text from outside, isolated', () => {
  it('field 24: neither ends its isolate nor keeps it open, whatever it holds', () => {
    const marks = fc.constantFrom(
      '\u2066',
      '\u2067',
      '\u2068',
      '\u2069',
      '\u202a',
      '\u202b',
      '\u202c',
      '\u202d',
      '\u202e',
      '\u200e',
      '\u200f',
      '\u061c',
      '\n',
      '\u2029',
      '\u0000',
      '\u001c',
      '\u0085',
      'a',
      'ع',
    );
    const text = fc.array(fc.oneof(marks, fc.string({ unit: 'grapheme' }))).map(parts => parts.join(''));
    fc.assert(fc.property(text, given => staysInside(isolated(given))));
  });

  it('[PACT-5.2-verbatim] PACT 5.2: leaves words as they are, with marks of direction and balanced isolates in them', () => {
    for (const words of [
      'Look up your orders <b>and</b> their status & "more"',
      'طلباتك\u200f!',
      'a \u2067ב\u2069 c',
      'evil\u202egpj.exe',
      '😀\u200d',
    ]) {
      expect(isolated(words)).toBe(words);
    }
  });

  it.each([
    ['an end without a start', 'a\u2069b', 'ab'],
    ['a start without an end', 'a\u2067b', 'a\u2067b\u2069'],
    ['ends before starts', '\u2069\u2068\u2069\u2069\u2066', '\u2068\u2069\u2066\u2069'],
    ['line ends', 'a\r\nb\u2028c\u2029d', 'a  b c d'],
    ['controls', 'a\u0000b\u001bc\u009b', 'a\ufffdb\ufffdc\ufffd'],
  ])('mends %s', (_kind, given, mended) => {
    expect(isolated(given)).toBe(mended);
  });
});
