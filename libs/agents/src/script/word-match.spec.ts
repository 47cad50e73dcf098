import fc from 'fast-check';
import { SpokenWords, wordsOf } from './word-match';

const says = (text: string, phrase: string) => new SpokenWords(text).have(wordsOf(phrase));

describe('word matching of scripts (PACT wire 5.4)', () => {
  it.each([
    ['Is my Friday flight on time?', 'FLIGHT'],
    ['flight', 'flight'],
    ['Flight-status, please', 'flight'],
    ['(flight)', 'Flight'],
    ['Wo ist die Straße?', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['Où est mon COLIS ÉGARÉ', 'égaré'],
    ['cafe\u0301', 'CAFÉ'],
    ['где мой ЗАКАЗ', 'заказ'],
    ['注文 番号', '番号'],
    ['A-12345 is late', 'a-12345'],
    ["I don't know", "don't"],
    ['my order   number', 'order number'],
    ['my order, number 5', 'Order Number'],
  ])('finds in %j the word or phrase %j', (text, phrase) => {
    expect(says(text, phrase)).toBe(true);
  });

  it.each([
    ['flights', 'flight'],
    ['inflight', 'flight'],
    ['flight2', 'flight'],
    ['préflight', 'flight'],
    ['flighté', 'flight'],
    ['order my number', 'order number'],
    ['reorder number', 'order number'],
    ['', 'flight'],
    ['?!', 'flight'],
  ])('does not find in %j the word or phrase %j', (text, phrase) => {
    expect(says(text, phrase)).toBe(false);
  });

  it('finds every run of words of any text, in any letter case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (text, a, b) => {
        const words = wordsOf(text);
        const from = a % (words.length + 1);
        const run = words.slice(from, from + 1 + (b % 3));
        fc.pre(run.length > 0);
        expect(new SpokenWords(text).have(run)).toBe(true);
        expect(says(text.toUpperCase(), run.join(' '))).toBe(true);
      }),
    );
  });
});
