import { type StandingGrant, isGrantLive } from './consent-grant';
import { type CardScopes, inCardOrder, isSubset } from './scope-set';

/**
 * How the Brand user stands proven when the request reaches us: by the Brand's assertion just now, by a live session on a form
 * that was posted, by a live session on an address that was only opened, or not at all.
 */
export type UserProof = 'assertion' | 'live-session-post' | 'live-session-get' | 'none';

/** No GET ever creates or widens a grant, and a link that anyone can send proves nothing (P22). */
const PROOFS_THAT_SKIP: Readonly<Record<UserProof, boolean>> = {
  assertion: true,
  'live-session-post': true,
  'live-session-get': false,
  none: false,
};

/**
 * Whether consent may be skipped (PACT 5.3, P22): the Brand wants it, the Brand user is proven, and a live grant of the same
 * Brand user, personal agent, sub and Brand covers every requested scope. In: that grant or undefined; database time.
 */
export function skipsConsent(
  question: {
    readonly brandSkips: boolean;
    readonly proof: UserProof;
    readonly requested: readonly string[];
    readonly grant: StandingGrant | undefined;
  },
  card: CardScopes,
  nowMs: number,
): boolean {
  const { brandSkips, proof, requested, grant } = question;
  if (!brandSkips || !PROOFS_THAT_SKIP[proof] || !isGrantLive(grant, nowMs)) return false;
  return requested.length > 0 && isSubset(requested, inCardOrder(card, grant.scopes));
}
