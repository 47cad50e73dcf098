import { ULID_PATTERN, ulid, ulidTime } from './ulid';

const bytes = (fill: number) => new Uint8Array(10).fill(fill);

describe('ulid', () => {
  it('encodes time and randomness in 26 characters that match the published pattern', () => {
    expect(ulid(0, bytes(0))).toBe('0'.repeat(26));
    expect(ulid(2 ** 48 - 1, bytes(255))).toBe('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
    expect(ulid(1_790_769_600_000, bytes(7))).toMatch(ULID_PATTERN);
  });

  it('sorts by the time of making', () => {
    expect(ulid(1_000, bytes(255)) < ulid(1_001, bytes(0))).toBe(true);
    expect(ulid(1_000, bytes(9)).startsWith(ulidTime(1_000))).toBe(true);
  });

  it('reproduces the example of the ULID specification for its time part', () => {
    expect(ulidTime(1_469_918_176_385)).toBe('01ARYZ6S41');
  });

  it('refuses a wrong number of random bytes and times outside 48 bits', () => {
    expect(() => ulid(1, new Uint8Array(9))).toThrow('10 random bytes');
    expect(() => ulid(2 ** 48, bytes(0))).toThrow('48 bits');
    expect(() => ulid(-1, bytes(0))).toThrow('48 bits');
  });
});
