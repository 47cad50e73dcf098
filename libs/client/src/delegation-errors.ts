import { ClientError, type ClientErrorFacts, UnauthenticatedError } from './client-errors';

/** The card or the linked metadata of an authorization server cannot be used (PACT 5.1, RFC 8414 3.3). */
export class AuthorizationServerError extends ClientError {
  override readonly code = 'authorization_server_refused';
}

/** The authorization server said no (RFC 6749 5.2, RFC 8628 3.5); `error` is its code, such as `invalid_scope`. */
export class OAuthRefusedError extends ClientError {
  override readonly code: string = 'oauth_refused';

  constructor(
    readonly error: string,
    readonly httpStatus: number,
    message: string,
    facts: ClientErrorFacts = {},
  ) {
    super(message, facts);
  }
}

/** `access_denied`: the User declined, or ticked nothing (P23). */
export class DelegationDeclinedError extends OAuthRefusedError {
  override readonly code = 'delegation_declined';
}

/** `expired_token`, or the time of the device code is over: the User did not decide. Start again. */
export class DeviceCodeExpiredError extends OAuthRefusedError {
  override readonly code = 'device_code_expired';
}

/** `invalid_grant` on refresh: the grant was revoked or is over, or the refresh token was used (P18). Ask the User again. */
export class DelegationEndedError extends OAuthRefusedError {
  override readonly code = 'delegation_ended';
}

/** HTTP 401 `invalid_token`: the delegation token was refused; the personal agent itself is not in question (PACT 5.5). */
export class DelegationRefusedError extends UnauthenticatedError {
  override readonly code: string = 'delegation_refused';
}

/** The Brand goes on asking for scopes that were granted: following it would never end. */
export class PermissionLoopError extends ClientError {
  override readonly code = 'permission_loop';
}
