import { showUserCode } from './user-code';

/** The two links of a device authorization (RFC 8628 3.2). */
export interface VerificationLinks {
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
}

/**
 * Where the User goes (PACT wire 3, P22): to the Brand's login, which comes back to the consent address C; with live sessions
 * to C itself. In: `loginUrl` as the Brand registered it, without a fragment; a user code in its stored form.
 */
export function verificationLinks(request: {
  readonly loginUrl: string;
  readonly consentUrl: string;
  readonly userCode: string;
  readonly liveSession: boolean;
}): VerificationLinks {
  const { loginUrl, consentUrl, userCode, liveSession } = request;
  const complete = `${consentUrl}?user_code=${showUserCode(userCode)}`;
  if (liveSession) return { verificationUri: consentUrl, verificationUriComplete: complete };
  return {
    verificationUri: loginLink(loginUrl, consentUrl),
    verificationUriComplete: loginLink(loginUrl, complete),
  };
}

/** The Brand's login with the address it shall return to (PACT wire 3). */
export function loginLink(loginUrl: string, returnTo: string): string {
  return `${loginUrl}${loginUrl.includes('?') ? '&' : '?'}return_to=${encodeURIComponent(returnTo)}`;
}
