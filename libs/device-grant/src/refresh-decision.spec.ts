import fc from 'fast-check';
import type { StandingGrant } from './consent-grant';
import {
  REFRESH_TABLE,
  type RefreshStanding,
  type StoredRefreshToken,
  decideRefresh,
} from './refresh-decision';
import { type TokenToRevoke, revokesGrant } from './revocation-decision';

const NOW = 1_796_000_000_000;
const CARD = ['a', 'b', 'c'];
const alice = { brandId: 'b1', personalAgentId: 'pa1', sub: 'alice' };
const grant: StandingGrant = {
  scopes: ['a', 'b'],
  unticked: [],
  consentedAtMs: 0,
  endsAtMs: NOW + 1,
  revoked: false,
};
const current: StoredRefreshToken = { holder: alice, grant };
const decide = (
  found: StoredRefreshToken | undefined,
  request: { caller?: typeof alice; scope?: string } = {},
  nowMs = NOW,
) => decideRefresh(found, { caller: alice, scope: undefined, ...request }, CARD, nowMs);

const bob = { ...alice, sub: 'bob' };
const otherAgent = { ...alice, personalAgentId: 'pa2' };
const otherBrand = { ...alice, brandId: 'b2' };

describe('P18: refresh', () => {
  it.each<
    [string, StoredRefreshToken | undefined, { caller?: typeof alice; scope?: string }, RefreshStanding]
  >([
    ['a current token', current, {}, 'current'],
    ['a current token, narrowed', current, { scope: 'b' }, 'current'],
    ['an unknown token', undefined, {}, 'unknown'],
    ['a token of another User', current, { caller: bob }, 'foreign'],
    ['a token of another personal agent', current, { caller: otherAgent }, 'foreign'],
    ['a token of another Brand', current, { caller: otherBrand }, 'foreign'],
    ['a used token at a stranger', { ...current, usedAtMs: 0 }, { caller: bob }, 'foreign'],
    ['a token of a revoked grant', { ...current, grant: { ...grant, revoked: true } }, {}, 'grant-over'],
    ['a token of a grant at its end', { ...current, grant: { ...grant, endsAtMs: NOW } }, {}, 'grant-over'],
    [
      'a token of a grant whose scopes left the card',
      { ...current, grant: { ...grant, scopes: ['z'] } },
      {},
      'grant-over',
    ],
    [
      'a used token of a revoked grant',
      { holder: alice, usedAtMs: 0, grant: { ...grant, revoked: true } },
      {},
      'grant-over',
    ],
    ['a token used now', { ...current, usedAtMs: NOW }, {}, 'repeated'],
    ['a token used 10 s ago', { ...current, usedAtMs: NOW - 10_000 }, {}, 'repeated'],
    ['a token used 10.001 s ago', { ...current, usedAtMs: NOW - 10_001 }, {}, 'stolen'],
    [
      'a token used 10.001 s ago, with a bad scope',
      { ...current, usedAtMs: NOW - 10_001 },
      { scope: 'c' },
      'stolen',
    ],
    ['a scope beyond the grant', current, { scope: 'a c' }, 'scope-refused'],
    ['an unknown scope', current, { scope: 'z' }, 'scope-refused'],
    ['two blanks in a scope', current, { scope: 'a  b' }, 'scope-refused'],
  ])('%s', (_, found, request, standing) => {
    const decision = decide(found, request);
    expect(decision).toMatchObject({ standing, ...REFRESH_TABLE[standing] });
    expect(decision.scopes.length > 0).toBe(standing === 'current');
  });

  it('rotates nothing but a current token, and ends the grant for a stolen one only', () => {
    const having = (effect: string) =>
      Object.entries(REFRESH_TABLE).flatMap(([standing, row]) => (row.effect === effect ? [standing] : []));
    expect(having('rotate')).toEqual(['current']);
    expect(having('revoke-grant')).toEqual(['stolen']);
    for (const { answer, effect } of Object.values(REFRESH_TABLE)) {
      expect(answer === 'tokens').toBe(effect === 'rotate');
    }
  });

  it('P29: gives the whole grant in card order, or the subset asked for', () => {
    const found = { ...current, grant: { ...grant, scopes: ['b', 'z', 'a'] } };
    expect(decide(found).scopes).toEqual(['a', 'b']);
    expect(decide(found, { scope: 'b' }).scopes).toEqual(['b']);
    expect(decide(found, { scope: 'c' }).scopes).toEqual([]);
  });

  it('a stranger changes nothing, whatever the token, the scope and the time', () => {
    const used = fc.option(fc.integer({ min: NOW - 100_000, max: NOW }), { nil: undefined });
    fc.assert(
      fc.property(
        used,
        fc.constantFrom(bob, otherAgent, otherBrand),
        fc.string(),
        (usedAtMs, caller, scope) => {
          expect(decide({ ...current, usedAtMs }, { caller, scope })).toMatchObject({
            answer: 'invalid_grant',
            effect: 'none',
          });
        },
      ),
    );
  });

  it('parallel refreshes have one winner, and the losers leave the grant alive (RFC 9700 4.14)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 2, maxLength: 20 }),
        arrivals => {
          let row = current;
          const answers = [...arrivals]
            .sort((a, b) => a - b)
            .map(afterMs => {
              const decision = decide(
                { ...row, grant: { ...grant, endsAtMs: NOW + 60_000 } },
                {},
                NOW + afterMs,
              );
              if (decision.effect === 'rotate') row = { ...row, usedAtMs: NOW + afterMs };
              return decision.effect;
            });
          expect(answers.filter(effect => effect === 'rotate')).toHaveLength(1);
          expect(answers).not.toContain('revoke-grant');
        },
      ),
    );
  });
});

describe('P19, RFC 7009: the revocation endpoint', () => {
  it('ends the grant for its owner, while it counts', () =>
    expect(revokesGrant(current, alice, NOW)).toBe(true));

  it.each<[string, TokenToRevoke | undefined, typeof alice]>([
    ['an unknown token', undefined, alice],
    ['a token of another User', current, bob],
    ['a token of another personal agent', current, otherAgent],
    ['a token of another Brand', current, otherBrand],
    ['a token of a revoked grant', { ...current, grant: { ...grant, revoked: true } }, alice],
    ['a token of a grant at its end', { ...current, grant: { ...grant, endsAtMs: NOW } }, alice],
  ])('%s has no effect', (_, found, caller) => expect(revokesGrant(found, caller, NOW)).toBe(false));
});
