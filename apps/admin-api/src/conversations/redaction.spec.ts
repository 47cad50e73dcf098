import fc from 'fast-check';
import { redact } from './redaction';

describe('redaction of conversation text (PACT wire §6)', () => {
  it.each([
    ['write to jane.doe+x@mail.example.com now', 'write to [e-mail] now'],
    ["o'neil@sub.example.co.uk, bob@example.org", '[e-mail], [e-mail]'],
    ['grüße@bücher.example', '[e-mail]'],
    ['mailto:a@b.example?subject=x', 'mailto:[e-mail]?subject=x'],
    ['call +49 30 901820 today', 'call [phone] today'],
    ['call +1 (415) 555-2671.', 'call [phone].'],
    ['0049-30-901820', '[phone]'],
    ['030/901820', '[phone]'],
    ['(030) 90 18 20', '[phone]'],
    ['0171 2345678', '[phone]'],
    ['415-555-2671', '[phone]'],
    ['(415) 555 2671', '[phone]'],
    ['tel:+4930901820', 'tel:[phone]'],
    ['card 4111 1111 1111 1111 exp 12/27', 'card [card] exp 12/27'],
    ['4111-1111-1111-1111', '[card]'],
    ['4111111111111111', '[card]'],
    ['378282246310005', '[card]'],
    ['IBAN DE89 3704 0044 0532 0130 00', 'IBAN [card]'],
    ['DE89370400440532013000', '[card]'],
    ['token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl end', 'token [token] end'],
    ['at=eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl', 'at=[token]'],
    ['x.y-eyJhbGciOiJFUzI1NiJ9..iv.text.tag', 'x.y-[token]'],
    ['Authorization: Bearer abcdef123456', 'Authorization: [token]'],
    ['authorization: basic dXNlcjpwYXNz', 'authorization: [token]'],
    ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '[token]'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '[token]'],
    ['AKIAIOSFODNN7EXAMPLE', '[token]'],
    ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c', '[token]'],
  ])('%s', (text, redacted) => {
    expect(redact(text)).toBe(redacted);
  });

  it.each([
    'Where is my order A-88213?',
    'Order A-88213 ships on 2026-03-01 at 12:30.',
    'It costs 1,299.00 EUR, 3 pieces.',
    'room 101, floor 3',
    'flight LH 2034 on the 5th',
    'see https://brand.example/orders/88213',
    '@jane said hello',
    '1234567890123456',
    'a-very-long-hyphenated-word-without-any-digit-in-it',
    'keys.eyJ.short, node.js and www.brand.example',
    'Grüße aus Köln 😀',
  ])('leaves %s readable', text => {
    expect(redact(text)).toBe(text);
  });

  it('changes nothing when applied twice, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: 'binary' }),
        text => redact(redact(text)) === redact(text),
      ),
      { verbose: true, numRuns: 2_000 },
    );
  });

  it.each([
    '1',
    'a',
    '+1 ',
    '0 ',
    'a@',
    'eyJ',
    'eyJ-',
    'eyJaaaaa-',
    'eyJ.',
    'a.',
    'a-',
    'A1',
    '(',
    '1-',
    'a@a.',
    'Bearer ',
  ])('takes linear time for 64 KiB of %j', unit => {
    const started = process.hrtime.bigint();
    redact(unit.repeat(Math.floor(65_536 / unit.length)));
    expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(1_000);
  });
});
