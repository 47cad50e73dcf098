/** The challenge of PACT 3.4, which RFC 6749 5.2 wants beside `invalid_client` too (P30). */
const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="a2a"' } as const;

/**
 * Every error of the OAuth surface with its HTTP status, the headers it adds and the description its callers read
 * (RFC 6749 5.2, RFC 8628 3.5; the last one P37). The description of a code is one fixed text, so that equal faults get
 * equal bytes and nothing a caller sent comes back.
 */
export const OAUTH_ERRORS = {
  invalid_request: row(400, 'The request is malformed, or a parameter is missing or repeated'),
  invalid_client: row(401, 'client_id is not the issuer of the personal-agent JWT', CHALLENGE),
  invalid_grant: row(400, 'The code or token is unknown, used, revoked or not yours'),
  unsupported_grant_type: row(400, 'This grant_type is not offered here'),
  invalid_scope: row(400, 'scope is missing, unknown or more than was granted'),
  authorization_pending: row(400, 'The User has not decided yet'),
  slow_down: row(400, 'You poll too often: wait 5 seconds longer between polls from now on'),
  access_denied: row(400, 'The User declined'),
  expired_token: row(400, 'The device code has expired: ask for a new one'),
  temporarily_unavailable: row(503, 'Try again in a moment'),
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

interface OAuthErrorRow {
  readonly status: 400 | 401 | 503;
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers of every answer of the OAuth surface that is not public metadata (RFC 6749 5.1). */
export const OAUTH_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
} as const;

/** A refusal of the OAuth surface: the code goes to the caller, `detail` and `cause` to the log only. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly code: OAuthErrorCode,
    readonly detail: string,
    cause?: unknown,
  ) {
    super(code, cause === undefined ? undefined : { cause });
  }
}

/** An error as it goes over the wire: status, all headers, exact body `{"error","error_description"}` (RFC 6749 5.2). */
export function oauthErrorAnswer(code: OAuthErrorCode): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const { status, description, headers } = OAUTH_ERRORS[code];
  return {
    status,
    headers: { ...OAUTH_HEADERS, ...headers },
    body: JSON.stringify({ error: code, error_description: description }),
  };
}

function row(
  status: OAuthErrorRow['status'],
  description: string,
  headers: Readonly<Record<string, string>> = {},
): OAuthErrorRow {
  return { status, description, headers };
}
