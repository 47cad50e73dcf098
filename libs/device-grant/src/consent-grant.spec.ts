import fc from 'fast-check';
import {
  type StandingGrant,
  consentBoxes,
  decideConsent,
  isGrantLive,
  withoutRemovedScopes,
  yieldsTokens,
} from './consent-grant';
import { type UserProof, skipsConsent } from './consent-skip';

const CARD = ['a', 'b', 'c', 'd'];
const NOW = 1_796_000_000_000;
const DAYS_30 = 30 * 86_400_000;
const set = fc.subarray(CARD);
const grantOf = (scopes: readonly string[], change: Partial<StandingGrant> = {}): StandingGrant => ({
  scopes,
  unticked: [],
  consentedAtMs: NOW - 1000,
  endsAtMs: NOW + 1000,
  revoked: false,
  ...change,
});

describe('P29: one consent', () => {
  const allow = (requested: string[], ticked: string[], before?: StandingGrant, nowMs = NOW) =>
    decideConsent({ decision: 'allow', requested, ticked }, before, CARD, nowMs);

  it('gives requested ∩ ticked, keeps what was not asked, drops what was unticked, for any sets', () => {
    const any = fc.record({ requested: set, ticked: set, had: set, unticked: set });
    fc.assert(
      fc.property(any, ({ requested, ticked, had, unticked }) => {
        const outcome = allow(requested, ticked, grantOf(had, { unticked }));
        const granted = CARD.filter(id => requested.includes(id) && ticked.includes(id));
        if (granted.length === 0) return expect(outcome).toEqual({ kind: 'denied' });
        expect(outcome).toEqual({
          kind: 'approved',
          granted,
          widens: true,
          terms: {
            scopes: CARD.filter(id => granted.includes(id) || (had.includes(id) && !requested.includes(id))),
            unticked: CARD.filter(
              id => !granted.includes(id) && (unticked.includes(id) || requested.includes(id)),
            ),
            consentedAtMs: NOW,
            endsAtMs: NOW + DAYS_30,
          },
        });
      }),
    );
  });

  it('never grants what was not asked for, even when its box is added by hand', () => {
    fc.assert(
      fc.property(set, set, (requested, had) => {
        const outcome = allow(requested, [...CARD, 'z'], grantOf(had));
        if (outcome.kind === 'denied') return expect(requested).toEqual([]);
        expect(outcome.granted).toEqual(requested);
        const fresh = outcome.terms.scopes.filter(id => !had.includes(id));
        expect(fresh.every(id => requested.includes(id))).toBe(true);
      }),
    );
  });

  it('comes to the same grant whichever of two consents in flight is stored first, if they ask for different scopes', () => {
    const split = fc.tuple(set, fc.subarray([0, 1, 2, 3]), set);
    fc.assert(
      fc.property(split, ([had, firstAsks, ticked]) => {
        const one = CARD.filter((_, at) => firstAsks.includes(at));
        const two = CARD.filter(id => !one.includes(id));
        const inTurn = (orders: string[][]) =>
          orders.reduce<StandingGrant>((grant, requested) => {
            const outcome = allow(requested, ticked, grant);
            return outcome.kind === 'denied' ? grant : { ...outcome.terms, revoked: false };
          }, grantOf(had));
        expect(inTurn([one, two])).toEqual(inTurn([two, one]));
      }),
    );
  });

  it.each([
    ['revoked', grantOf(['b'], { revoked: true, unticked: ['c'] })],
    ['at its end', grantOf(['b'], { endsAtMs: NOW, unticked: ['c'] })],
  ])('of a grant that is %s starts anew and takes only the memory along', (_, dead) => {
    expect(allow(['a'], ['a'], dead)).toMatchObject({
      widens: false,
      terms: { scopes: ['a'], unticked: ['c'], endsAtMs: NOW + DAYS_30 },
    });
  });

  it('does not give a scope that left the card while the form was open', () => {
    expect(
      decideConsent({ decision: 'allow', requested: ['a', 'z'], ticked: ['z'] }, undefined, CARD, NOW),
    ).toEqual({
      kind: 'denied',
    });
  });
});

describe('P21: the boxes of the form', () => {
  it('are ticked, except those unticked before, in card order', () => {
    const boxes = consentBoxes(['c', 'a', 'gone'], grantOf(['c'], { unticked: ['c', 'b'] }), CARD);
    expect(boxes).toEqual([
      { id: 'a', ticked: true },
      { id: 'c', ticked: false },
    ]);
    expect(consentBoxes(['a'], undefined, CARD)).toEqual([{ id: 'a', ticked: true }]);
  });
});

describe('P19: a grant that counts', () => {
  it.each<[string, StandingGrant | undefined, boolean, boolean]>([
    ['a live one', grantOf(['a']), true, true],
    ['none', undefined, false, false],
    ['a revoked one', grantOf(['a'], { revoked: true }), false, false],
    ['one at its end', grantOf(['a'], { endsAtMs: NOW }), false, false],
    ['one in its last millisecond', grantOf(['a'], { endsAtMs: NOW + 1 }), true, true],
    ['one whose scopes have all left the card', grantOf(['z']), true, false],
    ['an empty one', grantOf([]), true, false],
  ])('%s', (_, grant, isLive, yields) => {
    expect(isGrantLive(grant, NOW)).toBe(isLive);
    expect(yieldsTokens(grant, CARD, NOW)).toBe(yields);
  });

  it('loses the scopes that leave the card and the memory of them, and is the same object when it loses none', () => {
    const grant = grantOf(['a', 'b'], { unticked: ['c', 'd'] });
    expect(withoutRemovedScopes(grant, ['d', 'a'])).toEqual({ ...grant, scopes: ['a'], unticked: ['d'] });
    expect(withoutRemovedScopes(grant, CARD)).toBe(grant);
  });
});

describe('P22: skipping consent', () => {
  const question = {
    brandSkips: true,
    proof: 'assertion' as UserProof,
    requested: ['a'],
    grant: grantOf(['a', 'b']),
  };
  const skips = (change: Partial<typeof question> | { grant: undefined }) =>
    skipsConsent({ ...question, ...change }, CARD, NOW);

  it.each<[string, Partial<typeof question> | { grant: undefined }, boolean]>([
    ['an assertion and a grant that covers the request', {}, true],
    ['a live session on a posted form', { proof: 'live-session-post' }, true],
    ['a live session on an opened link', { proof: 'live-session-get' }, false],
    ['nobody proven', { proof: 'none' }, false],
    ['a Brand that does not want it', { brandSkips: false }, false],
    ['no grant', { grant: undefined }, false],
    ['a revoked grant', { grant: grantOf(['a'], { revoked: true }) }, false],
    ['a grant at its end', { grant: grantOf(['a'], { endsAtMs: NOW }) }, false],
    ['a request for one scope more', { requested: ['a', 'b', 'c'] }, false],
    ['a granted scope that left the card', { requested: ['z'], grant: grantOf(['z']) }, false],
    ['a request for nothing', { requested: [] }, false],
  ])('%s', (_, change, expected) => expect(skips(change)).toBe(expected));
});
