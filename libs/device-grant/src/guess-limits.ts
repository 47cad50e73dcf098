import { LIMITS } from '@surety/kernel';

/** How many wrong user codes are borne within a window (P17). */
interface GuessLimit {
  readonly wrong: number;
  readonly windowSeconds: number;
}

export const GUESS_LIMITS = {
  source: { wrong: LIMITS.wrongCodesPerSource, windowSeconds: LIMITS.wrongCodesSeconds },
  brandUser: { wrong: LIMITS.wrongCodesPerBrandUser, windowSeconds: LIMITS.wrongCodesSeconds },
  brand: { wrong: LIMITS.wrongCodesPerBrand, windowSeconds: LIMITS.wrongCodesPerBrandSeconds },
} as const satisfies Record<string, GuessLimit>;

export type GuessedBy = keyof typeof GUESS_LIMITS;

const SLICES_PER_WINDOW = 10;

/** Wrong codes counted in one slice of time; a counter is a few of these, whatever store holds them. */
export interface WrongCodes {
  readonly slice: number;
  readonly wrong: number;
}

/** The wrong codes of everybody whom one guess concerns; `brandUser` is absent while nobody is signed in. */
export interface GuessCounters {
  readonly source: readonly WrongCodes[];
  readonly brandUser?: readonly WrongCodes[] | undefined;
  readonly brand: readonly WrongCodes[];
}

/** The slice that a wrong code at this moment is counted in: a tenth of the window. */
export function guessSlice(by: GuessedBy, nowMs: number): number {
  return Math.floor(nowMs / sliceMs(by));
}

/** The oldest slice that still counts; rows below it may be deleted. A slice counts until all of it is past the window. */
export function oldestGuessSlice(by: GuessedBy, nowMs: number): number {
  return guessSlice(by, nowMs) - SLICES_PER_WINDOW;
}

/**
 * Whether a user code may be tried (P17): a source has 10 wrong codes in 10 minutes, a Brand user 5; while a Brand sees more than
 * 100 a minute only those without a wrong code of their own are served, so that nobody can lock others out. A right code resets
 * nothing: this looks at wrong ones only. Out: whole seconds until a try is borne again, if all stay quiet (Retry-After).
 */
export function judgeGuess(
  counters: GuessCounters,
  nowMs: number,
):
  | { readonly allowed: true }
  | { readonly allowed: false; readonly by: GuessedBy; readonly retryAfterSeconds: number } {
  const own = { source: counters.source, brandUser: counters.brandUser ?? [] };
  const isBlameless = (['source', 'brandUser'] as const).every(by => countWrong(by, own[by], nowMs) === 0);
  const refusals = [
    ...(['source', 'brandUser'] as const).map(by => waitFor(by, own[by], GUESS_LIMITS[by].wrong - 1, nowMs)),
    isBlameless ? undefined : waitFor('brand', counters.brand, GUESS_LIMITS.brand.wrong, nowMs),
  ].filter(wait => wait !== undefined);
  const longest = refusals.sort((a, b) => b.retryAfterSeconds - a.retryAfterSeconds)[0];
  return longest ? { allowed: false, ...longest } : { allowed: true };
}

function countWrong(by: GuessedBy, slices: readonly WrongCodes[], nowMs: number): number {
  const oldest = oldestGuessSlice(by, nowMs);
  return slices.reduce((sum, { slice, wrong }) => sum + (slice >= oldest ? wrong : 0), 0);
}

/** How long until at most `borne` wrong codes count; undefined when that is so already. */
function waitFor(
  by: GuessedBy,
  slices: readonly WrongCodes[],
  borne: number,
  nowMs: number,
): { readonly by: GuessedBy; readonly retryAfterSeconds: number } | undefined {
  let counted = countWrong(by, slices, nowMs);
  if (counted <= borne) return undefined;
  let freeAtMs = nowMs;
  for (const { slice, wrong } of [...slices].sort((a, b) => a.slice - b.slice)) {
    if (slice < oldestGuessSlice(by, nowMs)) continue;
    counted -= wrong;
    freeAtMs = (slice + SLICES_PER_WINDOW + 1) * sliceMs(by);
    if (counted <= borne) break;
  }
  return { by, retryAfterSeconds: Math.ceil((freeAtMs - nowMs) / 1000) };
}

function sliceMs(by: GuessedBy): number {
  return (GUESS_LIMITS[by].windowSeconds * 1000) / SLICES_PER_WINDOW;
}
