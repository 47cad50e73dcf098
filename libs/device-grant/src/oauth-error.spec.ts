import { OAUTH_ERRORS, OAuthError, type OAuthErrorCode, oauthErrorAnswer } from './oauth-error';

const codes = Object.keys(OAUTH_ERRORS) as OAuthErrorCode[];

describe('RFC 6749 5.2, RFC 8628 3.5: errors of the OAuth surface', () => {
  it('are the ones that the RFCs name for this surface, and temporarily_unavailable (P37)', () => {
    expect(codes).toEqual([
      ...['invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type', 'invalid_scope'],
      ...['authorization_pending', 'slow_down', 'access_denied', 'expired_token', 'temporarily_unavailable'],
    ]);
  });

  it('has golden bytes (personal agents compare `error`; the bytes are equal for equal faults)', () => {
    expect(oauthErrorAnswer('authorization_pending')).toEqual({
      status: 400,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Pragma: 'no-cache' },
      body: '{"error":"authorization_pending","error_description":"The User has not decided yet"}',
    });
  });

  it.each(codes)('%s is 400, but for a client of another name (P16) and a store that is away (P37)', code => {
    const { status } = oauthErrorAnswer(code);
    expect(status).toBe({ invalid_client: 401, temporarily_unavailable: 503 }[code as string] ?? 400);
  });

  it.each(codes)('P30: %s carries WWW-Authenticate exactly when it is 401', code => {
    const { status, headers } = oauthErrorAnswer(code);
    expect(headers['WWW-Authenticate']).toBe(status === 401 ? 'Bearer realm="a2a"' : undefined);
  });

  it.each(codes)('%s is described in the characters that RFC 6749 allows', code => {
    expect(OAUTH_ERRORS[code].description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it('keeps the detail out of the body', () => {
    const error = new OAuthError('invalid_grant', 'row 7 was consumed', new Error('inner'));
    expect(error).toMatchObject({ message: 'invalid_grant', detail: 'row 7 was consumed' });
    expect(error.cause).toEqual(new Error('inner'));
    expect(oauthErrorAnswer(error.code).body).not.toContain('row 7');
  });
});
