import { type Result, err, ok } from '@surety/kernel';
import type { Form } from './form';
import { OAuthError } from './oauth-error';
import { hashOpaqueToken } from './opaque-token';
import { readScope } from './scope-parameter';
import type { CardScopes } from './scope-set';

export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const REFRESH_GRANT = 'refresh_token';

/** A call of the token endpoint, once client_id is judged. A hash is undefined when no row can have the code or token. */
export type TokenRequest =
  | { readonly kind: 'device-code'; readonly hash: string | undefined }
  | { readonly kind: 'refresh'; readonly hash: string | undefined; readonly scope: string | undefined };

/** `client_id` must be the issuer of the personal-agent JWT, byte for byte (PACT 5.3, P16): missing is as wrong as another. */
export function judgeClientId(form: Form, issuer: string): Result<void, OAuthError> {
  return form.get('client_id') === issuer
    ? ok(undefined)
    : refuse('invalid_client', 'client_id is not the issuer');
}

/** The scopes that device_authorization asks for, in card order (PACT 5.3, PACT wire 3). */
export function readDeviceRequest(form: Form, card: CardScopes): Result<readonly string[], OAuthError> {
  const scope = readScope(form.get('scope'), card);
  return scope.ok ? scope : refuse('invalid_scope', scope.error);
}

/** Reads a call of the token endpoint (RFC 6749 5.2, RFC 8628 3.4): first the grant type, then what it needs. */
export function readTokenRequest(form: Form): Result<TokenRequest, OAuthError> {
  const grantType = form.get('grant_type');
  if (grantType === undefined) return refuse('invalid_request', 'grant_type is missing');
  if (grantType === DEVICE_CODE_GRANT) {
    const code = form.get('device_code');
    if (code === undefined) return refuse('invalid_request', 'device_code is missing');
    return ok({ kind: 'device-code', hash: hashOpaqueToken('device-code', code) });
  }
  if (grantType === REFRESH_GRANT) {
    const token = form.get('refresh_token');
    if (token === undefined) return refuse('invalid_request', 'refresh_token is missing');
    return ok({ kind: 'refresh', hash: hashOpaqueToken('refresh-token', token), scope: form.get('scope') });
  }
  return refuse('unsupported_grant_type', 'neither device_code nor refresh_token');
}

/**
 * The token of a revocation (RFC 7009 2.1): a refresh token by its form, else maybe a delegation token, which the caller
 * verifies. `token_type_hint` is a hint; the form of the token says more.
 */
export function readRevocation(
  form: Form,
): Result<{ readonly refreshHash: string } | { readonly accessToken: string }, OAuthError> {
  const token = form.get('token');
  if (token === undefined) return refuse('invalid_request', 'token is missing');
  const refreshHash = hashOpaqueToken('refresh-token', token);
  return ok(refreshHash === undefined ? { accessToken: token } : { refreshHash });
}

function refuse(...reason: ConstructorParameters<typeof OAuthError>): {
  readonly ok: false;
  readonly error: OAuthError;
} {
  return err(new OAuthError(...reason));
}
