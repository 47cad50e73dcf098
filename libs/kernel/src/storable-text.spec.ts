import fc from 'fast-check';
import { isStorable } from './storable-text';

describe('isStorable (P27)', () => {
  it.each([
    ['plain text', 'a', true],
    ['nothing', '', true],
    ['a pair of surrogates', '😀', true],
    ['other controls', '\u0001\n\t\u007f', true],
    ['NUL', 'a\0b', false],
    ['a lone high surrogate', 'a\ud83d', false],
    ['a lone low surrogate', '\ude00a', false],
    ['surrogates in the wrong order', '\ude00\ud83d', false],
    ['two high surrogates before a low one', '\ud83d\ud83d\ude00', false],
  ])('%s', (_kind, text, expected) => {
    expect(isStorable(text)).toBe(expected);
  });

  it('is what comes back from UTF-8 as it was, but for NUL', () => {
    const text = fc.string({ unit: fc.nat({ max: 0xffff }).map(unit => String.fromCharCode(unit)) });
    fc.assert(
      fc.property(text, value => {
        const survives = Buffer.from(value, 'utf8').toString('utf8') === value && !value.includes('\0');
        expect(isStorable(value)).toBe(survives);
      }),
    );
  });
});
