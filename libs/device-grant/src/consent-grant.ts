import { LIMITS } from '@surety/kernel';
import { type CardScopes, inCardOrder, isSubset } from './scope-set';

const DAY_MS = 86_400_000;

/** What a User has allowed one personal agent at one Brand (P19, P29); scopes in card order, database times in ms. */
export interface GrantTerms {
  readonly scopes: readonly string[];
  /** Scopes that were asked for and unticked at the last occasion: their boxes start empty next time (P21). */
  readonly unticked: readonly string[];
  readonly consentedAtMs: number;
  readonly endsAtMs: number;
}

/** The terms of a grant that stands in the registry, with what ended it early. */
export interface StandingGrant extends GrantTerms {
  readonly revoked: boolean;
}

/** One decision of the consent form (PACT 5.3, P21). */
export interface ConsentDecision {
  readonly decision: 'allow' | 'deny';
  /** What the personal agent asked for, as the request's row holds it. */
  readonly requested: readonly string[];
  /** The boxes that came back ticked; whatever was not asked for counts for nothing. */
  readonly ticked: readonly string[];
}

/** `granted` is what this decision allows, for the redirect; `terms` is the whole grant; `widens` = a live one goes on. */
export type ConsentOutcome =
  | { readonly kind: 'denied' }
  | {
      readonly kind: 'approved';
      readonly granted: readonly string[];
      readonly terms: GrantTerms;
      readonly widens: boolean;
    };

/** Whether a grant counts now: not revoked, not at its end. */
export function isGrantLive(grant: StandingGrant | undefined, nowMs: number): grant is StandingGrant {
  return grant !== undefined && !grant.revoked && nowMs < grant.endsAtMs;
}

/** Whether a grant yields tokens now: live, and something in it that the card still has. */
export function yieldsTokens(
  grant: StandingGrant | undefined,
  card: CardScopes,
  nowMs: number,
): grant is StandingGrant {
  return isGrantLive(grant, nowMs) && inCardOrder(card, grant.scopes).length > 0;
}

/**
 * What a decision makes of the grant (P23, P29; PACT wire 4). Granted = requested ∩ ticked; nothing granted = denied, and the
 * grant stays as it was. Asked and unticked leaves the grant and is remembered; not asked stays; the 30 days begin again. In:
 * the last grant of the same Brand user, personal agent, sub and Brand, dead or alive (a dead one lends its memory only).
 */
export function decideConsent(
  { decision, requested, ticked }: ConsentDecision,
  before: StandingGrant | undefined,
  card: CardScopes,
  nowMs: number,
): ConsentOutcome {
  const isTicked = new Set(ticked);
  const granted = inCardOrder(
    card,
    requested.filter(id => isTicked.has(id)),
  );
  if (decision === 'deny' || granted.length === 0) return { kind: 'denied' };
  const isAsked = new Set(requested);
  const isGranted = new Set(granted);
  const widens = isGrantLive(before, nowMs);
  const kept = widens ? before.scopes.filter(id => !isAsked.has(id)) : [];
  const remembered = [...(before?.unticked ?? []), ...requested].filter(id => !isGranted.has(id));
  const terms = {
    scopes: inCardOrder(card, [...kept, ...granted]),
    unticked: inCardOrder(card, remembered),
    consentedAtMs: nowMs,
    endsAtMs: nowMs + LIMITS.grantDays * DAY_MS,
  };
  return { kind: 'approved', granted, terms, widens };
}

/** The boxes of the consent form in card order: ticked, except those this User unticked before (P21). */
export function consentBoxes(
  requested: readonly string[],
  before: StandingGrant | undefined,
  card: CardScopes,
): readonly { readonly id: string; readonly ticked: boolean }[] {
  const empty = new Set(before?.unticked ?? []);
  return inCardOrder(card, requested).map(id => ({ id, ticked: !empty.has(id) }));
}

/**
 * What a change of the card leaves of a grant (PACT wire 4): a scope that goes takes its grant and its memory along, so that a
 * later one of that name needs a new consent. The end does not move. The same object when nothing changes.
 */
export function withoutRemovedScopes<G extends GrantTerms>(grant: G, card: CardScopes): G {
  if (isSubset(grant.scopes, card) && isSubset(grant.unticked, card)) return grant;
  return {
    ...grant,
    scopes: inCardOrder(card, grant.scopes),
    unticked: inCardOrder(card, grant.unticked),
  };
}
