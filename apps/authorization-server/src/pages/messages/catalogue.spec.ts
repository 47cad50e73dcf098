import { LANGUAGE_TAGS } from '../languages';
import { messagesIn } from './catalogue';

/** Every text of a catalogue with the path to it. */
function texts(node: object, path = ''): [string, string][] {
  return Object.entries(node).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : texts(value as object, `${path}${name}.`),
  );
}

const blanks = (text: string) => [...text.matchAll(/\{[^}]*\}/g)].map(String).sort();
const english = texts(messagesIn('en'));

describe.each(LANGUAGE_TAGS)('the words in %s', language => {
  const words = new Map(texts(messagesIn(language)));

  it('are all there, with the blanks of the English ones', () => {
    expect([...words.keys()].sort()).toEqual(english.map(([path]) => path).sort());
    for (const [path, text] of english) {
      const translated = words.get(path) ?? '';
      expect(translated.trim()).toBe(translated);
      expect(translated).not.toBe('');
      expect([path, blanks(translated)]).toEqual([path, blanks(text)]);
    }
  });

  it('are words of that language, and none of them markup', () => {
    for (const [path, text] of english) {
      const translated = words.get(path);
      if (language !== 'en') expect([path, translated]).not.toEqual([path, text]);
      expect(translated).not.toMatch(/[<>&"]/);
    }
  });
});

it('PACT wire 3: the one text for links that may have expired or been used is as the wire says', () => {
  expect(messagesIn('en').refusals.link.text).toBe(
    'This link may have expired or been used. Go back to your personal agent and ask again.',
  );
});
