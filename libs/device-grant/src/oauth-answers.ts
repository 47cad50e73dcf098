import { LIMITS } from '@surety/kernel';
import type { AccessTokenTimes } from './access-token-end';
import { writeScope } from './scope-parameter';
import { showUserCode } from './user-code';
import type { VerificationLinks } from './verification-links';

/** The answer of device_authorization as exact text (RFC 8628 3.2, PACT 5.3). In: the device code, the stored user code. */
export function deviceAuthorizationAnswer(
  deviceCode: string,
  userCode: string,
  { verificationUri, verificationUriComplete }: VerificationLinks,
): string {
  return JSON.stringify({
    device_code: deviceCode,
    user_code: showUserCode(userCode),
    verification_uri: verificationUri,
    verification_uri_complete: verificationUriComplete,
    expires_in: LIMITS.deviceCodeSeconds,
    interval: LIMITS.pollIntervalSeconds,
  });
}

/** The answer of the token endpoint as exact text (RFC 6749 5.1, PACT 5.3). In: `scopes` in card order. */
export function tokenAnswer(issued: {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly times: AccessTokenTimes;
  readonly scopes: readonly string[];
}): string {
  const { accessToken, refreshToken, times, scopes } = issued;
  return JSON.stringify({
    token_type: 'Bearer',
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: times.exp - times.iat,
    scope: writeScope(scopes),
  });
}
