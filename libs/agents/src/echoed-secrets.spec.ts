import fc from 'fast-check';
import { withoutEchoedSecrets } from './echoed-secrets';

const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJl';
const read = (text: string, sent: readonly (string | undefined)[]) => {
  const answer = { status: 200, headers: {}, body: Buffer.from(text) };
  return withoutEchoedSecrets(answer, sent).body.toString('utf8');
};

describe('P24: secrets that an endpoint shows again', () => {
  it.each([
    [
      'the header as it was sent',
      `{"authorization":"Bearer ${TOKEN}"}`,
      '{"authorization":"Bearer [secret]"}',
    ],
    ['the token alone, twice', `${TOKEN} ${TOKEN}`, '[secret] [secret]'],
    ['at both ends', `${TOKEN}é${TOKEN}`, '[secret]é[secret]'],
    ['none of it', '{"order":"A-1"}', '{"order":"A-1"}'],
    ['nothing', '', ''],
  ])('%s', (_, text, left) => expect(read(text, [`Bearer ${TOKEN}`])).toBe(left));

  it('in the spellings of JSON', () => {
    const secret = 'quoted"and\\slashed/0123456789';
    const inJson = JSON.stringify({ secret });
    for (const text of [inJson, inJson.replaceAll('/', '\\/')]) {
      expect(JSON.parse(read(text, [secret]))).toEqual({ secret: '[secret]' });
    }
  });

  it('leaves short values alone, and what was not sent', () => {
    const text = '{"version":"2026-01-01","language":"en"}';
    expect(read(text, ['2026-01-01', 'en', '', undefined])).toBe(text);
  });

  it('gives the very answer back when there is nothing to take out', () => {
    const answer = { status: 200, headers: {}, body: Buffer.from('{}') };
    expect(withoutEchoedSecrets(answer, [TOKEN])).toBe(answer);
  });

  it('whatever surrounds them: JSON stays JSON, and nothing of a secret is left', () => {
    const secrets = fc.stringMatching(/^[\x21-\x7e]{16,40}$/);
    const value = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 });
    fc.assert(
      fc.property(secrets, value, value, (secret, before, after) => {
        const text = JSON.stringify([...before, `Bearer ${secret}`, ...after]);
        const left = read(text, [`Bearer ${secret}`]);
        expect((JSON.parse(left) as string[]).some(each => each.includes(secret))).toBe(false);
        expect(Buffer.byteLength(left)).toBeLessThanOrEqual(Buffer.byteLength(text));
      }),
    );
  });
});
