import { cardEtag, etagMatches } from './cache-headers';

describe('cardEtag', () => {
  it('is strong, quoted and depends on every byte', () => {
    // base64url of SHA-256("abc"), FIPS 180-2 appendix B.1.
    expect(cardEtag('abc')).toBe('"ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"');
    expect(cardEtag(Buffer.from('é'))).toBe(cardEtag('é'));
    expect(cardEtag('abd')).not.toBe(cardEtag('abc'));
  });
});

describe('etagMatches', () => {
  const etag = cardEtag('abc');

  it.each([etag, `W/${etag}`, `"other", ${etag}`, `${etag},"other"`, '*', ' * ', `"a,b",W/${etag}`])(
    'RFC 9110 13.1.2: %s matches',
    value => {
      expect(etagMatches(value, etag)).toBe(true);
    },
  );

  it.each([undefined, '', '"other"', etag.slice(1, -1), `"${etag.slice(1, 5)}"`, '"*"', 'W/*', '**'])(
    'RFC 9110 13.1.2: %s does not match',
    value => {
      expect(etagMatches(value, etag)).toBe(false);
    },
  );
});
