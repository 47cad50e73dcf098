import { isPlainHost } from './plain-host';

const hostOf = (host: string) => new URL(`https://${host}/`).hostname;

describe('isPlainHost', () => {
  it.each([
    'brand.example',
    'BRAND.example',
    'br\u00e4nd.example',
    'a_b.example',
    '127.1',
    '[::1]',
    'localhost',
    'a.',
  ])('takes %s', host => expect(isPlainHost(hostOf(host))).toBe(true));

  it.each([
    'a;sandbox',
    'a,b.example',
    '*',
    '*.example',
    "a'b",
    'a"b',
    'a(b)',
    'a=b',
    'a!b',
    'a&b',
    'a`b',
    'a{b}',
  ])('refuses %s, which the URL standard takes', host => expect(isPlainHost(hostOf(host))).toBe(false));

  it('refuses no host', () => expect(isPlainHost('')).toBe(false));
});
