const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const SEPARATOR = ' ';

/** The words of a text, folded: any case, any composition of accents, and `ß` equal to `SS`. */
export function wordsOf(text: string): string[] {
  // Upper case first: it has no final sigma and spells ß out, so both sides fold alike.
  return text.toUpperCase().toLowerCase().normalize('NFC').match(WORD) ?? [];
}

/** The words of one message, ready to be asked for words and phrases. */
export class SpokenWords {
  private readonly words: ReadonlySet<string>;
  private readonly joined: string;

  constructor(text: string) {
    const words = wordsOf(text);
    this.words = new Set(words);
    this.joined = SEPARATOR + words.join(SEPARATOR) + SEPARATOR;
  }

  /** Whether the phrase stands in the text as whole words, one after the other. In: the phrase's folded words. */
  have(phrase: readonly string[]): boolean {
    const [first, ...more] = phrase;
    if (first === undefined || more.length === 0) return first !== undefined && this.words.has(first);
    return this.words.has(first) && this.joined.includes(SEPARATOR + phrase.join(SEPARATOR) + SEPARATOR);
  }
}
