import fc from 'fast-check';
import {
  COLD_JWKS,
  type FetchReason,
  JWKS_TIMES,
  type JwksDecision,
  type JwksState,
  beginFetch,
  decideJwks,
  endFetch,
  failFetch,
} from './jwks-cache.state';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A set fetched at time 0, after `begun` fetches. */
const warm: JwksState = endFetch(beginFetch(COLD_JWKS, 'load', 0), [], 0);
const known = (state: JwksState) => ({ isKnown: true, begunAtArrival: state.begun });
const unknown = (state: JwksState) => ({ isKnown: false, begunAtArrival: state.begun });

describe('P25: the age of a key set', () => {
  it.each<[string, number, JwksDecision]>([
    ['0 s', 0, { act: 'serve', isRefreshDue: false }],
    ['10 min', 10 * MINUTE, { act: 'serve', isRefreshDue: false }],
    ['just over 10 min', 10 * MINUTE + 1, { act: 'serve', isRefreshDue: true }],
    ['1 h', 60 * MINUTE, { act: 'serve', isRefreshDue: true }],
    ['just over 1 h', 60 * MINUTE + 1, { act: 'fetch', reason: 'load' }],
  ])('decides at %s', (_, nowMs, decision) => {
    expect(decideJwks(warm, known(warm), nowMs)).toEqual(decision);
  });

  it('is not refreshed twice at once', () => {
    const refreshing = beginFetch(warm, 'refresh', 11 * MINUTE);
    expect(decideJwks(refreshing, known(refreshing), 11 * MINUTE)).toEqual({
      act: 'serve',
      isRefreshDue: false,
    });
  });

  it('refuses after 1 h of failures, and serves again once the host is back', () => {
    const failed = failFetch(beginFetch(warm, 'refresh', 60 * MINUTE), 60 * MINUTE);
    expect(decideJwks(failed, known(failed), 60 * MINUTE + 1)).toEqual({ act: 'refuse', because: 'no_keys' });
    const later = 60 * MINUTE + 5 * SECOND;
    expect(decideJwks(failed, known(failed), later)).toEqual({ act: 'fetch', reason: 'load' });
    const back = endFetch(beginFetch(failed, 'load', later), [], later);
    expect(decideJwks(back, known(back), later)).toEqual({ act: 'serve', isRefreshDue: false });
  });
});

describe('P25: a failed fetch', () => {
  it('is tried again after 5, 10, 20, 30, 30 s', () => {
    let state = COLD_JWKS;
    let nowMs = 0;
    for (const pauseMs of [5, 10, 20, 30, 30].map(seconds => seconds * SECOND)) {
      state = failFetch(beginFetch(state, 'load', nowMs), nowMs);
      const before = decideJwks(state, unknown(state), nowMs + pauseMs - 1);
      expect(before).toEqual({ act: 'refuse', because: 'no_keys' });
      nowMs += pauseMs;
      expect(decideJwks(state, unknown(state), nowMs)).toEqual({ act: 'fetch', reason: 'load' });
    }
  });

  it('leaves the keys in place and forgets its pauses after a good one', () => {
    const failed = failFetch(beginFetch(warm, 'refresh', MINUTE), MINUTE);
    expect(failed.keys).toBe(warm.keys);
    expect(failed.loadedAtMs).toBe(0);
    expect(endFetch(beginFetch(failed, 'refresh', MINUTE), [], MINUTE).failures).toBe(0);
  });
});

describe('P25: an unknown kid', () => {
  it('is looked for once per 30 s, counted from such a look and not from a normal load', () => {
    expect(decideJwks(warm, unknown(warm), 1)).toEqual({ act: 'fetch', reason: 'unknown_kid' });
    const looked = endFetch(beginFetch(warm, 'unknown_kid', 1), [], 1);
    const refused = { act: 'refuse', because: 'unknown_kid' };
    expect(decideJwks(looked, unknown(looked), 30 * SECOND)).toEqual(refused);
    expect(decideJwks(looked, unknown(looked), 30 * SECOND + 1)).toEqual({
      act: 'fetch',
      reason: 'unknown_kid',
    });
  });

  it('is not looked for again in a set that was fetched after the token arrived', () => {
    const cold = unknown(COLD_JWKS);
    expect(decideJwks(COLD_JWKS, cold, 0)).toEqual({ act: 'fetch', reason: 'load' });
    expect(decideJwks(warm, cold, 0)).toEqual({ act: 'refuse', because: 'unknown_kid' });
  });

  it('waits for the fetch under way, which may have begun too early, and then has a look of its own', () => {
    const refreshing = beginFetch(warm, 'refresh', 11 * MINUTE);
    const question = unknown(refreshing);
    expect(decideJwks(refreshing, question, 11 * MINUTE)).toEqual({ act: 'wait' });
    const refreshed = endFetch(refreshing, [], 11 * MINUTE);
    expect(decideJwks(refreshed, question, 11 * MINUTE)).toEqual({ act: 'fetch', reason: 'unknown_kid' });
  });

  it('takes the refresh that is due anyway, at no cost to the 30 s', () => {
    expect(decideJwks(warm, unknown(warm), 11 * MINUTE)).toEqual({ act: 'fetch', reason: 'refresh' });
    expect(beginFetch(warm, 'refresh', 11 * MINUTE).unknownKidAtMs).toBe(-Infinity);
  });

  it('is refused at once in an outage, without stopping known keys', () => {
    const failed = failFetch(beginFetch(warm, 'unknown_kid', MINUTE), MINUTE);
    expect(decideJwks(failed, unknown(failed), MINUTE)).toEqual({ act: 'refuse', because: 'unknown_kid' });
    expect(decideJwks(failed, known(failed), MINUTE)).toEqual({ act: 'serve', isRefreshDue: false });
  });
});

type Step =
  | { readonly kind: 'token'; readonly isKnown: boolean }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'end'; readonly isGood: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('token' as const), isKnown: fc.boolean() }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.oneof(fc.nat(40 * SECOND), fc.nat(70 * MINUTE)) }),
  fc.record({ kind: fc.constant('end' as const), isGood: fc.boolean() }),
);

/** Plays a life of one key set and writes down each fetch and each decision with its time. */
function play(steps: readonly Step[]) {
  const fetches: {
    reason: FetchReason;
    atMs: number;
    whileFetching: boolean;
    sinceFailureMs: number;
    failures: number;
  }[] = [];
  const served: { ageMs: number }[] = [];
  let state = COLD_JWKS;
  let nowMs = 1_000_000;
  let failures = 0;
  let failedAtMs = -Infinity;
  let goodAtMs = -Infinity;
  let begunAtMs = 0;
  for (const now of steps) {
    if (now.kind === 'pass') nowMs += now.ms;
    if (now.kind === 'end' && state.isFetching) {
      state = now.isGood ? endFetch(state, [], begunAtMs) : failFetch(state, nowMs);
      failures = now.isGood ? 0 : failures + 1;
      if (now.isGood) goodAtMs = begunAtMs;
      else failedAtMs = nowMs;
    }
    if (now.kind !== 'token') continue;
    const decision = decideJwks(state, { isKnown: now.isKnown, begunAtArrival: state.begun }, nowMs);
    if (decision.act === 'serve') served.push({ ageMs: nowMs - goodAtMs });
    const reason =
      decision.act === 'fetch'
        ? decision.reason
        : decision.act === 'serve' && decision.isRefreshDue
          ? 'refresh'
          : undefined;
    if (reason === undefined) continue;
    fetches.push({
      reason,
      atMs: nowMs,
      whileFetching: state.isFetching,
      sinceFailureMs: nowMs - failedAtMs,
      failures,
    });
    begunAtMs = nowMs;
    state = beginFetch(state, reason, nowMs);
  }
  return { fetches, served };
}

describe('P25: in every life of a key set', () => {
  const lives = fc.array(step, { maxLength: 120 });

  it('one fetch runs at a time', () => {
    fc.assert(fc.property(lives, steps => play(steps).fetches.every(fetch => !fetch.whileFetching)));
  });

  it('fetches for unknown kids are at least 30 s apart', () => {
    fc.assert(
      fc.property(lives, steps => {
        const times = play(steps).fetches.flatMap(({ reason, atMs }) =>
          reason === 'unknown_kid' ? [atMs] : [],
        );
        return times.every((atMs, i) => i === 0 || atMs - (times[i - 1] ?? 0) >= 30 * SECOND);
      }),
    );
  });

  it('no set is served whose last good fetch began over an hour ago', () => {
    fc.assert(fc.property(lives, steps => play(steps).served.every(({ ageMs }) => ageMs <= 60 * MINUTE)));
  });

  it('after failures nothing but an unknown kid is fetched for before the pause is over', () => {
    const pauses = JWKS_TIMES.retryPausesMs;
    fc.assert(
      fc.property(lives, steps =>
        play(steps).fetches.every(({ reason, failures, sinceFailureMs }) => {
          const pauseMs = failures === 0 ? 0 : (pauses[Math.min(failures, pauses.length) - 1] ?? 0);
          return reason === 'unknown_kid' || sinceFailureMs >= pauseMs;
        }),
      ),
    );
  });

  it('a token never needs more than a wait and a fetch until it is served or refused', () => {
    fc.assert(
      fc.property(
        lives,
        fc.boolean(),
        fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        (steps, isKnown, ends) => {
          let state = lastState(steps);
          const question = { isKnown, begunAtArrival: state.begun };
          const nowMs = 10_000 * MINUTE;
          let acts = 0;
          for (
            let decision = decideJwks(state, question, nowMs);
            ;
            decision = decideJwks(state, question, nowMs)
          ) {
            if (decision.act === 'serve' || decision.act === 'refuse') break;
            if (decision.act === 'fetch') state = beginFetch(state, decision.reason, nowMs);
            state = ends[acts] ? endFetch(state, [], nowMs) : failFetch(state, nowMs);
            acts += 1;
            expect(acts).toBeLessThan(4);
          }
        },
      ),
    );
  });

  function lastState(steps: readonly Step[]): JwksState {
    let state = COLD_JWKS;
    let nowMs = 0;
    for (const now of steps) {
      if (now.kind === 'pass') nowMs += now.ms;
      else if (now.kind === 'token' && !state.isFetching) state = beginFetch(state, 'unknown_kid', nowMs);
      else if (now.kind === 'end' && state.isFetching)
        state = now.isGood ? endFetch(state, [], nowMs) : failFetch(state, nowMs);
    }
    return state;
  }
});
