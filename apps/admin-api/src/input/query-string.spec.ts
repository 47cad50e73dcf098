import { parseQuery } from './query-string';

const codeOf = (url: string) => {
  const result = parseQuery(url);
  return result.ok ? 'ok' : `${result.error.path}:${result.error.code}`;
};

describe('the query of an admin request', () => {
  it('gives each parameter once, decoded', () => {
    expect(parseQuery('/x?q=a%20b&limit=5')).toEqual({ ok: true, value: { q: 'a b', limit: '5' } });
    expect(parseQuery('/x')).toEqual({ ok: true, value: {} });
    expect(parseQuery('/x?')).toEqual({ ok: true, value: {} });
  });

  it.each([
    ['/x?limit=5&limit=5', 'limit:repeated'],
    ['/x?limit=5&lim%69t=6', 'limit:repeated'],
    ['/x?q=%', ':bad_escape'],
    ['/x?q=%ff', ':bad_escape'],
    ['/x?q=a%00', 'q:forbidden_character'],
    ['/x?%00=a', ':forbidden_character'],
    ['/x?__proto__=a', '__proto__:unknown_member'],
    [`/x?q=${'a'.repeat(9_000)}`, ':too_long'],
  ])('refuses %s', (url, code) => {
    expect(codeOf(url)).toBe(code);
  });
});
