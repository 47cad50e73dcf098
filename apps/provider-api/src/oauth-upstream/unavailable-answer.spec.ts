import { unavailableAnswer } from './unavailable-answer';

describe('the 503 while the authorization server is away (P37, PACT wire 3)', () => {
  const page = unavailableAnswer('/a2a/B/oauth/consent', false);

  it('field 24: is a page that nobody frames, with every header that protects one', () => {
    expect(page.headers).toEqual({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Content-Language': 'en',
    });
    expect(page.body).not.toMatch(/<(?:script|style|link|img|form)/);
  });

  it('keeps browsers on https where the public origin is', () => {
    const { headers } = unavailableAnswer('/a2a/B/oauth/consent', true);
    expect(headers).toEqual({ ...page.headers, 'Strict-Transport-Security': 'max-age=31536000' });
  });

  it('is JSON where programs ask', () => {
    const { headers, body } = unavailableAnswer('/a2a/B/oauth/token', true);
    expect(JSON.parse(body)).toMatchObject({ error: 'temporarily_unavailable' });
    expect(Object.keys(headers)).not.toContain('Strict-Transport-Security');
  });
});
