import { brandOfReceipt } from './receipt-brand';

const PUBLIC_URL = 'https://provider.test';
const jws = (claims: unknown) =>
  `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
const of = (brand: unknown) => brandOfReceipt(jws({ brand }), PUBLIC_URL);

describe('the Brand that a receipt names', () => {
  it('is the id in an interface URL of ours', () => {
    expect(of('https://provider.test/a2a/01JBRAND')).toBe('01JBRAND');
  });

  it.each([
    ['another origin', 'https://other.test/a2a/01JBRAND'],
    ['an origin that begins like ours', 'https://provider.test.evil/a2a/01JBRAND'],
    ['a longer path', 'https://provider.test/a2a/01JBRAND/oauth'],
    ['no id', 'https://provider.test/a2a/'],
    ['no text', 7],
    ['nothing', undefined],
  ])('is none for %s', (_, brand) => {
    expect(of(brand)).toBeUndefined();
  });

  it.each(['', 'x', '..', 'a.b.c', jws(null), jws([]), jws('text')])('is none in %j', text => {
    expect(brandOfReceipt(text, PUBLIC_URL)).toBeUndefined();
  });
});
