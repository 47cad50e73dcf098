import type { VerificationKey } from '@surety/tokens';

const MINUTE_MS = 60_000;

/** The rules of P25 in numbers, all in milliseconds. */
export const JWKS_TIMES = {
  /** A set older than this is still served, and fetched again in the background. */
  freshMs: 10 * MINUTE_MS,
  /** A set whose last good fetch is longer ago than this is trusted no more. */
  trustedMs: 60 * MINUTE_MS,
  /** Between two fetches for the sake of an unknown kid. */
  unknownKidPauseMs: 30_000,
  /** After a failed fetch, by the number of failures in a row; the last one stays. */
  retryPausesMs: [5_000, 10_000, 20_000, 30_000],
} as const;

/** Why a set is fetched: there is none to trust, it is getting old, or a token names a key that is not in it. */
export type FetchReason = 'load' | 'refresh' | 'unknown_kid';

/** What is known of one personal agent's key set. Times are process time in milliseconds. */
export interface JwksState {
  readonly keys: readonly VerificationKey[];
  /** When the last good fetch began; undefined while there was none. */
  readonly loadedAtMs: number | undefined;
  /** The number of the fetch that brought `keys`. */
  readonly loadedBy: number;
  /** How many fetches have begun; the running number of the last one. */
  readonly begun: number;
  readonly isFetching: boolean;
  readonly failures: number;
  /** No fetch for its own sake before this. */
  readonly retryAtMs: number;
  /** No fetch for an unknown kid before this; a normal load does not move it. */
  readonly unknownKidAtMs: number;
}

/** Nothing known yet: where every personal agent and every changed jwksUri starts. */
export const COLD_JWKS: JwksState = {
  keys: [],
  loadedAtMs: undefined,
  loadedBy: 0,
  begun: 0,
  isFetching: false,
  failures: 0,
  retryAtMs: -Infinity,
  unknownKidAtMs: -Infinity,
};

/** One token's need of keys. */
export interface JwksQuestion {
  /** Whether a key of the present set fits the token. */
  readonly isKnown: boolean;
  /** `begun` of the state when the token arrived: what a later fetch brought is newer than the token. */
  readonly begunAtArrival: number;
}

/**
 * What to do for a token: serve the keys (and perhaps fetch beside that), fetch and then ask again, wait for the fetch under
 * way and then ask again, or refuse, because there are no keys to trust or because the kid is unknown.
 */
export type JwksDecision =
  | { readonly act: 'serve'; readonly isRefreshDue: boolean }
  | { readonly act: 'fetch'; readonly reason: FetchReason }
  | { readonly act: 'wait' }
  | { readonly act: 'refuse'; readonly because: 'no_keys' | 'unknown_kid' };

/** Decides for one token by the rules of P25. */
export function decideJwks(state: JwksState, question: JwksQuestion, nowMs: number): JwksDecision {
  const ageMs = state.loadedAtMs === undefined ? Infinity : nowMs - state.loadedAtMs;
  const mayFetch = !state.isFetching && nowMs >= state.retryAtMs;
  if (ageMs > JWKS_TIMES.trustedMs) return withoutKeys(state, mayFetch);
  const isRefreshDue = ageMs > JWKS_TIMES.freshMs && mayFetch;
  if (question.isKnown) return { act: 'serve', isRefreshDue };
  if (state.loadedBy > question.begunAtArrival) return { act: 'refuse', because: 'unknown_kid' };
  if (state.isFetching) return { act: 'wait' };
  if (isRefreshDue) return { act: 'fetch', reason: 'refresh' };
  if (nowMs >= state.unknownKidAtMs) return { act: 'fetch', reason: 'unknown_kid' };
  return { act: 'refuse', because: 'unknown_kid' };
}

function withoutKeys(state: JwksState, mayFetch: boolean): JwksDecision {
  if (state.isFetching) return { act: 'wait' };
  return mayFetch ? { act: 'fetch', reason: 'load' } : { act: 'refuse', because: 'no_keys' };
}

/** The state once a fetch has begun. */
export function beginFetch(state: JwksState, reason: FetchReason, nowMs: number): JwksState {
  return {
    ...state,
    begun: state.begun + 1,
    isFetching: true,
    unknownKidAtMs: reason === 'unknown_kid' ? nowMs + JWKS_TIMES.unknownKidPauseMs : state.unknownKidAtMs,
  };
}

/** The state after a good fetch that began at `begunAtMs`; the set's age counts from there. */
export function endFetch(state: JwksState, keys: readonly VerificationKey[], begunAtMs: number): JwksState {
  return {
    ...state,
    keys,
    loadedAtMs: begunAtMs,
    loadedBy: state.begun,
    isFetching: false,
    failures: 0,
    retryAtMs: -Infinity,
  };
}

/** The state after a failed fetch: the keys stay as they are, the next try waits longer each time (5, 10, 20, 30 s). */
export function failFetch(state: JwksState, nowMs: number): JwksState {
  const pauses = JWKS_TIMES.retryPausesMs;
  const pauseMs = pauses[Math.min(state.failures, pauses.length - 1)] ?? 0;
  return { ...state, isFetching: false, failures: state.failures + 1, retryAtMs: nowMs + pauseMs };
}
