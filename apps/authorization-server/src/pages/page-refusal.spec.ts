import { LANGUAGE_TAGS } from './languages';
import { PageRefusal, type RefusalPage, refusalAnswer } from './page-refusal';
import { type BrandEnds, writeAnswer } from './write-answer';

const surroundings = { assets: { style: '/s', script: '/j', icon: '/i' }, isHttps: true };
const ends: BrandEnds = {
  completionUrl: 'https://brand.example/connected',
  loginUrl: 'https://login.example/',
};
const write = (refusal: PageRefusal, language: (typeof LANGUAGE_TAGS)[number] = 'en') =>
  writeAnswer(refusalAnswer(refusal, language), ends, surroundings);

const STATUS: [RefusalPage, number][] = [
  ['link', 400],
  ['assertion', 401],
  ['origin', 403],
  ['guesses', 429],
  ['unavailable', 503],
];

describe.each(LANGUAGE_TAGS)('refusing pages in %s', language => {
  it.each(STATUS)(
    'PACT wire 3: %s is a page with status %d and one body, whatever was wrong',
    (page, status) => {
      const one = write(new PageRefusal(page, 'the code is unknown'), language);
      const other = write(new PageRefusal(page, 'decided', { cause: new Error('x') }), language);
      expect(one).toEqual(other);
      expect(one.status).toBe(status);
      expect(one.headers['Content-Language']).toBe(language);
      expect(one.body).not.toMatch(/unknown|<form/);
    },
  );
});

it('RFC 9110 10.2.3: says in whole seconds when to come back', () => {
  const refusal = new PageRefusal('guesses', 'source', { retryAfterSeconds: 61 });
  expect(write(refusal).headers['Retry-After']).toBe('61');
  expect(write(new PageRefusal('link', 'x')).headers).not.toHaveProperty('Retry-After');
});

it('PACT wire 3: a redirect is a 303 with every header of a page and no body', () => {
  const page = write(new PageRefusal('link', 'x'));
  const redirect = writeAnswer(
    { kind: 'redirect', location: 'https://brand.example/connected', language: 'en' },
    ends,
    surroundings,
  );
  expect(redirect).toEqual({
    status: 303,
    headers: { ...withoutType(page.headers), Location: 'https://brand.example/connected' },
    body: '',
  });
});

it('PACT wire 3: forms may lead to the completion page everywhere, to the login only where they do', () => {
  const policy = (answer: Parameters<typeof writeAnswer>[0], of = ends) =>
    writeAnswer(answer, of, surroundings).headers['Content-Security-Policy'];
  const location = 'https://login.example/';
  expect(policy({ kind: 'redirect', location, language: 'en' })).toContain(
    "form-action 'self' https://brand.example;",
  );
  expect(policy({ kind: 'redirect', location, language: 'en', leadsToLogin: true })).toContain(
    "form-action 'self' https://brand.example https://login.example;",
  );
  expect(policy({ kind: 'redirect', location, language: 'en' }, { ...ends, completionUrl: null })).toContain(
    "form-action 'self';",
  );
});

function withoutType(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Content-Type'));
}
