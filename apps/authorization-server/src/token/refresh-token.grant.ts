import { OAuthError, type RefreshDecision, decideRefresh } from '@surety/device-grant';
import { type FoundRefreshToken, HeldGrants, RefreshTokens } from '@surety/registry';
import { Injectable } from '@nestjs/common';
import type { ClientCall } from '../admission/client-call';
import { DelegationTokens } from './delegation-tokens.service';
import { freshOpaqueToken } from './opaque-tokens';

/** A rotation that was lost is judged again; it is lost twice only when the grant changes in between. */
const ROUNDS_MAX = 8;

/** The grant type `refresh_token` with rotation (RFC 6749 6, RFC 9700 4.14, P18). */
@Injectable()
export class RefreshTokenGrant {
  constructor(
    private readonly refreshTokens: RefreshTokens,
    private readonly grants: HeldGrants,
    private readonly tokens: DelegationTokens,
  ) {}

  /**
   * In: the hash of the refresh token, undefined for one that nobody can have; the parameter `scope`, which may narrow this access
   * token. Out: the token answer. Throws OAuthError.
   */
  async exchange(call: ClientCall, hash: string | undefined, scope: string | undefined): Promise<string> {
    if (hash === undefined) throw new OAuthError('invalid_grant', 'no refresh token has this form');
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const found = await this.refreshTokens.find(hash);
      const decision = decideRefresh(
        found,
        { caller: call.caller, scope },
        call.brand.card,
        found?.nowMs ?? 0,
      );
      if (!found || decision.effect !== 'rotate') throw await this.refusal(call, found, decision);
      const issued = await this.rotate(call, hash, found, decision);
      if (issued !== undefined) return issued;
    }
    throw new OAuthError('temporarily_unavailable', 'the grant changed at every try');
  }

  private async rotate(
    call: ClientCall,
    hash: string,
    found: FoundRefreshToken,
    { scopes }: RefreshDecision,
  ): Promise<string | undefined> {
    const key = await this.tokens.signingKey(call);
    const next = freshOpaqueToken('refresh-token');
    const grant = await this.refreshTokens.rotate(hash, next.hash, call.caller, found.grant.scopes);
    return grant && this.tokens.answer(call, { grant, scopes, refreshToken: next.text, key });
  }

  /** Why there are no tokens; a token that came again too late takes its grant with it. */
  private async refusal(
    { caller, requestId }: ClientCall,
    found: FoundRefreshToken | undefined,
    { answer, effect, standing }: RefreshDecision,
  ): Promise<OAuthError> {
    if (found && effect === 'revoke-grant') {
      const { brandId, personalAgentId } = caller;
      const { grantId } = found;
      await this.grants.end({ grantId, brandId, personalAgentId, by: 'refresh-reuse', requestId });
    }
    return new OAuthError(answer === 'tokens' ? 'invalid_grant' : answer, `refresh token: ${standing}`);
  }
}
