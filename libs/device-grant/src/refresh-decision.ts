import { LIMITS } from '@surety/kernel';
import { type StandingGrant, yieldsTokens } from './consent-grant';
import { type Holder, isHeldBy } from './holder';
import { readScope } from './scope-parameter';
import { type CardScopes, inCardOrder } from './scope-set';

/** What the rules need to know of a refresh token's row and of its grant. */
export interface StoredRefreshToken {
  readonly holder: Holder;
  /** Database time in milliseconds at which it was used; undefined while it is current. */
  readonly usedAtMs?: number | undefined;
  readonly grant: StandingGrant;
}

/** How a presented refresh token stands; the first that holds, in this order. */
export type RefreshStanding =
  'unknown' | 'foreign' | 'grant-over' | 'repeated' | 'stolen' | 'scope-refused' | 'current';

interface RefreshRow {
  readonly answer: 'tokens' | 'invalid_grant' | 'invalid_scope';
  readonly effect: 'none' | 'rotate' | 'revoke-grant';
}

/**
 * The rules of refresh (P18, RFC 9700 4.14): who is not the owner changes nothing, a repeat within 10 s is a lost answer, a
 * later one is theft and ends the grant, since nobody can tell thief from owner. Other grants are never touched.
 */
export const REFRESH_TABLE: Readonly<Record<RefreshStanding, RefreshRow>> = {
  unknown: { answer: 'invalid_grant', effect: 'none' },
  foreign: { answer: 'invalid_grant', effect: 'none' },
  'grant-over': { answer: 'invalid_grant', effect: 'none' },
  repeated: { answer: 'invalid_grant', effect: 'none' },
  stolen: { answer: 'invalid_grant', effect: 'revoke-grant' },
  'scope-refused': { answer: 'invalid_scope', effect: 'none' },
  current: { answer: 'tokens', effect: 'rotate' },
};

/** A request to refresh: who calls, and the parameter `scope`, which may narrow this one access token (PACT wire 3). */
export interface RefreshRequest {
  readonly caller: Holder;
  readonly scope: string | undefined;
}

export type RefreshDecision = RefreshRow & {
  readonly standing: RefreshStanding;
  /** The scopes of the new access token in card order; empty unless the answer is `tokens`. */
  readonly scopes: readonly string[];
};

/**
 * Decides one refresh. In: the row found by hash, or undefined; the Brand's card; database time in milliseconds. The rotation
 * itself is one conditional statement; who loses it reads the row again and decides again, as `repeated`.
 */
export function decideRefresh(
  found: StoredRefreshToken | undefined,
  request: RefreshRequest,
  card: CardScopes,
  nowMs: number,
): RefreshDecision {
  const standing = refreshStanding(found, request, card, nowMs);
  const scopes = found && standing === 'current' ? tokenScopes(found.grant, request.scope, card) : [];
  return { standing, ...REFRESH_TABLE[standing], scopes: scopes ?? [] };
}

function refreshStanding(
  found: StoredRefreshToken | undefined,
  { caller, scope }: RefreshRequest,
  card: CardScopes,
  nowMs: number,
): RefreshStanding {
  if (!found) return 'unknown';
  if (!isHeldBy(found.holder, caller)) return 'foreign';
  if (!yieldsTokens(found.grant, card, nowMs)) return 'grant-over';
  if (found.usedAtMs !== undefined) {
    return nowMs - found.usedAtMs <= LIMITS.refreshRepeatSeconds * 1000 ? 'repeated' : 'stolen';
  }
  return tokenScopes(found.grant, scope, card) ? 'current' : 'scope-refused';
}

/** The whole grant, or the subset that was asked for (P29); undefined when more was asked for than is granted. */
function tokenScopes(
  grant: StandingGrant,
  scope: string | undefined,
  card: CardScopes,
): readonly string[] | undefined {
  const granted = inCardOrder(card, grant.scopes);
  if (scope === undefined) return granted;
  const read = readScope(scope, card, granted);
  return read.ok ? read.value : undefined;
}
