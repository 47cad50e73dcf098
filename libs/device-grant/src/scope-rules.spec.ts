import {
  type ConsentOutcome,
  type StandingGrant,
  decideConsent,
  withoutRemovedScopes,
} from './consent-grant';
import { accessTokenTimes } from './access-token-end';
import { stepDevice } from './device-authorization';
import { FIRST_PACE } from './poll-pace';
import { decideRefresh } from './refresh-decision';
import { effectiveScope, missingScopes } from './scope-set';

const [r, c, f] = ['orders:read', 'orders:cancel', 'refunds:issue'];
const CARD = [r, c, f];
const DAY_0 = 1_796_000_000_000;
const day = (n: number) => DAY_0 + n * 86_400_000;
const holder = { brandId: 'b1', personalAgentId: 'pa1', sub: 'alice' };

/** The one grant row g1, as the steps of the table change it. */
function approve(before: StandingGrant | undefined, requested: string[], ticked: string[], nowMs: number) {
  const outcome = decideConsent({ decision: 'allow', requested, ticked }, before, CARD, nowMs);
  if (outcome.kind === 'denied') throw new Error('denied');
  return { grant: { ...outcome.terms, revoked: false }, outcome };
}
const denied: ConsentOutcome = { kind: 'denied' };
const refresh = (grant: StandingGrant, nowMs: number, card = CARD, scope?: string) =>
  decideRefresh({ holder, grant }, { caller: holder, scope }, card, nowMs);

describe('PACT wire 4: the scope rules, row by row', () => {
  const first = approve(undefined, [r, c, f], [r, c], day(0));
  const second = approve(first.grant, [f], [f], day(2));
  const third = approve(second.grant, [r, f], [r], day(5));
  const T1 = [r, c];
  const T2 = [r, c, f];

  it('asks r c f, ticks r c: grant r c until day 30, f remembered, token of 1 h', () => {
    expect(first.outcome).toMatchObject({ granted: [r, c], widens: false });
    expect(first.grant).toMatchObject({
      scopes: [r, c],
      unticked: [f],
      consentedAtMs: day(0),
      endsAtMs: day(30),
    });
    const hour = accessTokenTimes(day(0), first.grant.endsAtMs);
    expect(hour).toEqual({ iat: day(0) / 1000, exp: day(0) / 1000 + 3600 });
    const late = accessTokenTimes(day(30) - 60_000, first.grant.endsAtMs);
    expect(late.exp).toBe(day(30) / 1000);
  });

  it('message needs f with T1: a task, missing f', () => {
    expect(missingScopes(CARD, [f], effectiveScope(CARD, T1, first.grant.scopes))).toEqual([f]);
    expect(missingScopes(CARD, [r], effectiveScope(CARD, T1, first.grant.scopes))).toEqual([]);
  });

  it('asks f only on day 2, ticks it: grant r c f until day 32, the token carries the whole grant', () => {
    expect(second.outcome).toMatchObject({ granted: [f], widens: true });
    expect(second.grant).toMatchObject({ scopes: [r, c, f], unticked: [], endsAtMs: day(32) });
    expect(refresh(second.grant, day(2)).scopes).toEqual(T2);
  });

  it('re-sends the message with T2: runs; with T1: missing f again', () => {
    expect(missingScopes(CARD, [f], effectiveScope(CARD, T2, second.grant.scopes))).toEqual([]);
    expect(missingScopes(CARD, [f], effectiveScope(CARD, T1, second.grant.scopes))).toEqual([f]);
  });

  it("refreshes T1's refresh token: r c f, day 32 unchanged", () => {
    const before = { ...second.grant };
    expect(refresh(second.grant, day(3))).toMatchObject({
      answer: 'tokens',
      effect: 'rotate',
      scopes: [r, c, f],
    });
    expect(second.grant).toEqual(before);
  });

  it('asks r f on day 5, unticks f: grant r c until day 35, T2 acts as r c', () => {
    expect(third.outcome).toMatchObject({ granted: [r] });
    expect(third.grant).toMatchObject({ scopes: [r, c], unticked: [f], endsAtMs: day(35) });
    expect(effectiveScope(CARD, T2, third.grant.scopes)).toEqual([r, c]);
  });

  it('asks f and cancels, or allows with nothing ticked: denied, the grant unchanged (P23)', () => {
    for (const decision of ['allow', 'deny'] as const) {
      expect(decideConsent({ decision, requested: [f], ticked: [] }, third.grant, CARD, day(6))).toEqual(
        denied,
      );
    }
    expect(
      decideConsent({ decision: 'deny', requested: [f], ticked: [f] }, third.grant, CARD, day(6)),
    ).toEqual(denied);
  });

  it("approves a step-up task's link for f: no token of it, the next refresh returns r c f (P28)", () => {
    const widened = approve(third.grant, [f], [f], day(7)).grant;
    expect(refresh(widened, day(7)).scopes).toEqual([r, c, f]);
  });

  it('operator deletes scope c from the card: c leaves the grant; a later c needs a new consent', () => {
    const smaller = [r, f];
    const left = withoutRemovedScopes(second.grant, smaller);
    expect(left).toEqual({ ...second.grant, scopes: [r, f] });
    expect(effectiveScope(smaller, T2, second.grant.scopes)).toEqual([r, f]);
    expect(refresh(left, day(8), CARD).scopes).toEqual([r, f]);
    expect(missingScopes(CARD, [c], effectiveScope(CARD, T2, left.scopes))).toEqual([c]);
  });

  it('revoke: refresh and approved codes invalid_grant; the next consent makes a new grant of what it ticks', () => {
    const dead = { ...third.grant, revoked: true };
    expect(refresh(dead, day(9))).toMatchObject({ answer: 'invalid_grant', effect: 'none' });
    const code = {
      state: 'approved' as const,
      expiresAtMs: day(9) + 600_000,
      pace: FIRST_PACE,
      grantOver: true,
    };
    expect(stepDevice(code, 'poll', day(9)).answer).toBe('invalid_grant');
    const next = approve(dead, [r], [r], day(9));
    expect(next.outcome).toMatchObject({ widens: false });
    expect(next.grant).toMatchObject({ scopes: [r], unticked: [f], endsAtMs: day(39) });
  });
});
