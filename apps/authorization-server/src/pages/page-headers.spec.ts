import { pageHeaders } from './page-headers';

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; form-action 'self'TARGETS; base-uri 'none'; frame-ancestors 'none'";

it('[PACT-5.3-hands-off] PACT wire 3: gives the headers of every page, with HSTS on https only', () => {
  const targets = { completionUrl: 'https://brand.example/connected?from=us' };
  const plain = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': POLICY.replace('TARGETS', ' https://brand.example'),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Content-Language': 'ar',
    Vary: 'Accept-Language',
  };
  expect(pageHeaders('ar', targets, false)).toEqual(plain);
  expect(pageHeaders('ar', targets, true)).toEqual({
    ...plain,
    'Strict-Transport-Security': 'max-age=31536000',
  });
});

it.each([
  [{}, ''],
  [{ completionUrl: 'http://localhost:4004/connected' }, ' http://localhost:4004'],
  [
    { completionUrl: 'https://a.example/x', loginUrl: 'https://b.example/y' },
    ' https://a.example https://b.example',
  ],
  [{ completionUrl: 'https://a.example/x', loginUrl: 'https://a.example/y' }, ' https://a.example'],
  [{ completionUrl: 'https://brand.example/;script-src *' }, ' https://brand.example'],
  [{ completionUrl: 'https://brand.example;sandbox/' }, ''],
  [{ completionUrl: 'https://*/', loginUrl: 'https://a,b.example/' }, ''],
])('lets forms lead to our origin and to %p only', (targets, listed) => {
  expect(pageHeaders('en', targets, true)['Content-Security-Policy']).toBe(POLICY.replace('TARGETS', listed));
});
