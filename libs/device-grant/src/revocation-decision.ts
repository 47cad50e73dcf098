import { type StandingGrant, isGrantLive } from './consent-grant';
import { type Holder, isHeldBy } from './holder';

/** A token that came to the revocation endpoint, once looked up or verified: whose it is and the grant it stands for. */
export interface TokenToRevoke {
  readonly holder: Holder;
  readonly grant: StandingGrant;
}

/**
 * Whether the revocation endpoint ends the grant (RFC 7009 2.1, P19): either kind of token does, a used refresh token too, if
 * it is the caller's and the grant still counts. The answer is 200 with an empty body in every case (RFC 7009 2.2).
 */
export function revokesGrant(found: TokenToRevoke | undefined, caller: Holder, nowMs: number): boolean {
  return found !== undefined && isHeldBy(found.holder, caller) && isGrantLive(found.grant, nowMs);
}
