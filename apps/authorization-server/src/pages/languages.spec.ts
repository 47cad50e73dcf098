import { isLanguage, negotiateLanguage } from './languages';

it.each([
  [undefined, 'en', 'en'],
  ['', 'en', 'en'],
  ['*', 'en', 'en'],
  ['*', 'es', 'es'],
  ['ar', 'en', 'ar'],
  ['ar-EG,ar;q=0.9,en;q=0.5', 'en', 'ar'],
  ['es-MX', 'en', 'es'],
  ['ES', 'en', 'es'],
  ['fr-FR, fr;q=0.9, es;q=0.4, en;q=0.3', 'en', 'es'],
  ['fr', 'en', 'en'],
  ['fr', 'es-AR', 'es'],
  ['fr', 'fr', 'en'],
  ['en;q=0, ar;q=0.1', 'en', 'ar'],
  [';;;,,,=q', 'en', 'en'],
  ['en;q=abc', 'ar', 'ar'],
  ['x'.repeat(60_000), 'en', 'en'],
])('RFC 9110 12.5.4: %p with the operator at %s is answered in %s', (header, operators, expected) => {
  expect(negotiateLanguage(header, operators)).toBe(expected);
});

it('knows its own tags only, and no member of every object', () => {
  expect(['en', 'ar', 'es'].every(isLanguage)).toBe(true);
  expect(['EN', 'en-GB', 'fr', '', 'toString', '__proto__', undefined].some(isLanguage)).toBe(false);
});
