import { type Result, err, ok } from '@surety/kernel';
import { type VerificationKey, verifyDelegationToken } from '@surety/tokens';
import type { AuthorizationServer } from './authorization-server.client';

/** What a User's approval gave this personal agent (PACT 5.3). Secret: keep it as safe as a password, and never log it. */
export interface DelegationTokens {
  readonly accessToken: string;
  /** Works once: every refresh gives another. Left out when the server gives none. */
  readonly refreshToken?: string;
  /** What the User granted, which may be less than was asked for. */
  readonly scopes: readonly string[];
  /** Local time in milliseconds at which the access token ends. */
  readonly expiresAtMs: number;
  /** Names the grant; stands in every receipt. */
  readonly grantId: string;
  /** The User's id at the Brand. */
  readonly brandUser: string;
}

/**
 * Reads and verifies the answer of the token endpoint (RFC 6749 5.1, PACT 5.3, 5.4): a token of another Brand, client or signer
 * is not kept. The error is one sentence.
 */
export function readTokenAnswer(
  answer: Readonly<Record<string, unknown>>,
  judge: {
    readonly server: AuthorizationServer;
    readonly keys: readonly VerificationKey[];
    readonly clientId: string;
    readonly nowMs: number;
  },
): Result<DelegationTokens, string> {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn, scope } = answer;
  if (String(answer.token_type).toLowerCase() !== 'bearer') return err('token_type is not Bearer');
  if (typeof accessToken !== 'string') return err('access_token is missing');
  if (refreshToken !== undefined && typeof refreshToken !== 'string') return err('refresh_token is no text');
  if (!Number.isInteger(expiresIn) || Number(expiresIn) < 1) return err('expires_in is no number of seconds');
  if (typeof scope !== 'string' || scope === '') return err('scope is missing');
  const { server, keys, clientId, nowMs } = judge;
  const expected = { issuer: server.issuer, interfaceUrl: server.interfaceUrl, clientId };
  const verified = verifyDelegationToken(accessToken, keys, expected, nowMs);
  if (!verified.ok)
    return err(`the delegation token breaks ${verified.error.clause}: ${verified.error.detail}`);
  const scopes = scope.split(' ');
  if (verified.value.scopes.join(' ') !== scope) return err('scope is not what the token carries');
  return ok({
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    scopes,
    expiresAtMs: nowMs + Number(expiresIn) * 1000,
    grantId: verified.value.grantId,
    brandUser: verified.value.brandUser,
  });
}
