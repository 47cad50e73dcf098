import { entityTag, ifMatchHolds } from './if-match';

describe('If-Match (RFC 9110 13.1.1)', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ['*', true],
    [' * ', true],
    ['"3"', true],
    ['"2", "3"', true],
    ['"2","3"', true],
    ['"4"', false],
    ['3', false],
    ['W/"3"', false],
    ['"33"', false],
    ['', false],
    ['"3', false],
  ])('%j against version 3: %s', (header, holds) => {
    expect(ifMatchHolds(header, 3)).toBe(holds);
  });

  it('writes a strong tag', () => {
    expect(entityTag(3)).toBe('"3"');
  });
});
