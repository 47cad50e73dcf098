import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { USER_CODE_LETTERS, makeUserCode, readUserCode, showUserCode } from './user-code';

/** A source that hands out these bytes in turn, over and over. */
function bytesInTurn(bytes: readonly number[]) {
  let at = 0;
  return (count: number) => Uint8Array.from({ length: count }, () => bytes[at++ % bytes.length] ?? 0);
}

describe('P17: making a user code', () => {
  it('draws 8 of 20 consonants', () => {
    expect(new Set(USER_CODE_LETTERS).size).toBe(20);
    expect(USER_CODE_LETTERS).not.toMatch(/[AEIOUY]/);
    for (let round = 0; round < 200; round += 1) {
      expect(makeUserCode(randomBytes)).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
    }
  });

  it('is exactly fair: each letter comes of 12 bytes, and the 16 bytes that would favour some are drawn again', () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 240; byte += 1) {
      const code = makeUserCode(bytesInTurn([byte]));
      expect(code).toBe(code.charAt(0).repeat(8));
      counts.set(code.charAt(0), (counts.get(code.charAt(0)) ?? 0) + 1);
    }
    expect([...counts.values()]).toEqual(Array.from({ length: 20 }, () => 12));
    for (let byte = 240; byte < 256; byte += 1) {
      expect(makeUserCode(bytesInTurn([byte, 0]))).toBe('BBBBBBBB');
    }
  });

  it('goes on drawing when bytes are thrown away, and gives up on a source that is none', () => {
    expect(makeUserCode(bytesInTurn([255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 19]))).toBe('BZBZBZBZ');
    expect(() => makeUserCode(bytesInTurn([240]))).toThrow('random bytes make a user code');
  });
});

describe('P17: reading a typed user code', () => {
  it.each([
    'WDJB-MJHT',
    'wdjb-mjht',
    'WDJBMJHT',
    ' wdjb mjht ',
    'w-d-j-b m j h t',
    'WDJB–MJHT',
    'wdjb\tmjht\n',
    'wdjb\u00a0mjht',
  ])('finds the same request for %j', typed => expect(readUserCode(typed)).toBe('WDJBMJHT'));

  it('looks at 64 characters', () => {
    expect(readUserCode(`WDJBMJHT${' '.repeat(56)}`)).toBe('WDJBMJHT');
  });

  it.each([
    '',
    'WDJB-MJH',
    'WDJB-MJHTT',
    'WDJA-MJHT',
    'WDJB_MJHT',
    'WDJB-MJH1',
    'WDJB-MJHT\0',
    'WD\u017fB-MJHT',
    'W\u212aJB-MJHT',
    `WDJBMJHT${' '.repeat(57)}`,
  ])('takes %j for no code', typed => expect(readUserCode(typed)).toBeUndefined());

  it('reads back what it shows, in any case, with blanks and dashes anywhere', () => {
    const noise = fc.constantFrom('', ' ', '-', '\u2013', '\u00a0');
    const code = fc
      .infiniteStream(fc.nat(255))
      .map(bytes =>
        makeUserCode(count => Uint8Array.from({ length: count }, () => bytes.next().value as number)),
      );
    fc.assert(
      fc.property(
        code,
        fc.array(noise, { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        (made, noises, lower) => {
          const typed = [...made].map((letter, at) => letter + (noises[at] ?? '')).join('');
          expect(readUserCode(lower ? typed.toLowerCase() : typed)).toBe(made);
          expect(readUserCode(showUserCode(made))).toBe(made);
          expect(showUserCode(made)).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
        },
      ),
    );
  });
});
