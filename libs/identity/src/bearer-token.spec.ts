import { bearerToken } from './bearer-token';

describe('PACT 3.2: the Authorization header', () => {
  it.each([
    ['Bearer', 'Bearer a.b.c'],
    ['bearer', 'bearer a.b.c'],
    ['BEARER', 'BEARER a.b.c'],
    ['several blanks', 'Bearer   a.b.c'],
  ])('gives the token after %s', (_, value) => {
    expect(bearerToken(['Host', 'x', 'aUTHORIZATION', value])).toEqual({ ok: true, value: 'a.b.c' });
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer\ta',
    'Bearer a b',
    'Bearer a, Bearer b',
    'Bearera',
    'Basic x',
    'Basic Bearer a',
    ' Bearer a',
    'a.b.c',
    'Bearer a ',
    'DPoP a',
    'Bearer: a',
  ])('refuses %p', value => {
    expect(bearerToken(['Authorization', value]).ok).toBe(false);
  });

  it('refuses a request without it', () => {
    expect(bearerToken([]).ok).toBe(false);
    expect(bearerToken(['X-Authorization', 'Bearer a', 'Authorizations', 'Bearer a']).ok).toBe(false);
  });

  it('refuses a repeated header, even with the same value', () => {
    expect(bearerToken(['Authorization', 'Bearer a', 'authorization', 'Bearer a']).ok).toBe(false);
    expect(bearerToken(['Authorization', '', 'authorization', 'Bearer a']).ok).toBe(false);
  });
});
