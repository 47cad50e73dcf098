import { readRetryAfter } from './retry-after';

const NOW = Date.parse('2026-11-30T12:00:00Z');

describe('RFC 9110 10.2.3: Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    [' 12 ', 12],
    ['Mon, 30 Nov 2026 12:00:30 GMT', 30],
    ['Mon, 30 Nov 2026 11:00:00 GMT', 0],
  ])('reads %j', (header, seconds) => expect(readRetryAfter(header, NOW)).toBe(seconds));

  it.each([null, '', '-1', '1.5', '1e3', '+3', 'soon', '9999999999'])('does not guess from %j', header =>
    expect(readRetryAfter(header, NOW)).toBeUndefined(),
  );
});
