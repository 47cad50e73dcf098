import fc from 'fast-check';
import {
  GUESS_LIMITS,
  type GuessedBy,
  type WrongCodes,
  guessSlice,
  judgeGuess,
  oldestGuessSlice,
} from './guess-limits';

const NOW = 1_796_000_000_000;

/** A counter as a store would keep it, after wrong codes at these times. */
function counter(by: GuessedBy, timesMs: readonly number[]): WrongCodes[] {
  const slices = new Map<number, number>();
  for (const atMs of timesMs) {
    const slice = guessSlice(by, atMs);
    slices.set(slice, (slices.get(slice) ?? 0) + 1);
  }
  return [...slices].map(([slice, wrong]) => ({ slice, wrong })).reverse();
}
const now = (count: number) => Array.from({ length: count }, () => NOW);
const judge = (wrong: { source?: number[]; brandUser?: number[]; brand?: number[] }, nowMs = NOW) =>
  judgeGuess(
    {
      source: counter('source', wrong.source ?? []),
      brandUser: wrong.brandUser && counter('brandUser', wrong.brandUser),
      brand: counter('brand', wrong.brand ?? []),
    },
    nowMs,
  );

describe('P17, RFC 8628 5.1: guessing user codes', () => {
  it.each([
    ['no wrong code at all', {}, true],
    ['9 wrong codes of a source', { source: now(9) }, true],
    ['10 wrong codes of a source', { source: now(10) }, false],
    ['4 wrong codes of a Brand user', { brandUser: now(4) }, true],
    ['5 wrong codes of a Brand user', { brandUser: now(5) }, false],
    ['100 at the Brand, one of them of this source', { source: now(1), brand: now(100) }, true],
    ['101 at the Brand, one of them of this source', { source: now(1), brand: now(101) }, false],
    ['101 at the Brand, one of them of this Brand user', { brandUser: now(1), brand: now(101) }, false],
    [
      '101 at the Brand, none of them of this source and Brand user',
      { source: [], brandUser: [], brand: now(101) },
      true,
    ],
    ['10,000 at the Brand, none of this source, nobody signed in', { brand: now(10_000) }, true],
  ])('%s', (_, wrong, allowed) => expect(judge(wrong).allowed).toBe(allowed));

  it('names the limit that bears the longest wait', () => {
    expect(judge({ source: now(10), brand: now(101) })).toMatchObject({ by: 'source' });
    expect(judge({ brandUser: now(5) })).toMatchObject({ by: 'brandUser' });
    expect(judge({ source: now(1), brand: now(101) })).toMatchObject({ by: 'brand' });
  });

  it('waits no longer than a window and a tenth, in whole seconds', () => {
    const refused = judge({ source: now(10) });
    expect(refused).toMatchObject({ allowed: false });
    if (!refused.allowed) {
      expect(Number.isInteger(refused.retryAfterSeconds)).toBe(true);
      expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(600);
      expect(refused.retryAfterSeconds).toBeLessThanOrEqual(660);
    }
  });

  const times = fc
    .array(fc.integer({ min: -1_200_000, max: 0 }), { maxLength: 30 })
    .map(list => list.map(at => NOW + at));

  it('bears no more than its number in any window, and forgets all after a window and a tenth', () => {
    fc.assert(
      fc.property(times, fc.constantFrom<'source' | 'brandUser'>('source', 'brandUser'), (timesMs, by) => {
        const { wrong, windowSeconds } = GUESS_LIMITS[by];
        const within = (seconds: number) => timesMs.filter(atMs => atMs > NOW - seconds * 1000).length;
        const { allowed } = judge({ [by]: timesMs });
        if (within(windowSeconds) >= wrong) expect(allowed).toBe(false);
        if (within(windowSeconds * 1.1) < wrong) expect(allowed).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('serves again when it said, if all stay quiet, and not a second sooner to who guessed too often', () => {
    const brandTimes = times.map(list => list.map(at => NOW + Math.ceil((at - NOW) / 20)));
    fc.assert(
      fc.property(times, times, brandTimes, fc.nat(999), (source, brandUser, some, ms) => {
        const wrong = { source, brandUser, brand: some.flatMap(at => [at, at, at, at, at]) };
        const nowMs = NOW + ms;
        const judged = judge(wrong, nowMs);
        if (judged.allowed) return;
        const again = nowMs + judged.retryAfterSeconds * 1000;
        expect(judge(wrong, again).allowed).toBe(true);
        if (judged.by !== 'brand') expect(judge(wrong, again - 1000).allowed).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('counts in slices of a minute for sources and Brand users, of 6 s for a Brand', () => {
    expect([59_999, 60_000].map(ms => guessSlice('source', ms))).toEqual([0, 1]);
    expect([5_999, 6_000].map(ms => guessSlice('brand', ms))).toEqual([0, 1]);
    const tenAtMidnight = { source: [{ slice: 0, wrong: 10 }], brand: [] };
    expect(judgeGuess(tenAtMidnight, 0)).toEqual({ allowed: false, by: 'source', retryAfterSeconds: 660 });
    expect(judgeGuess(tenAtMidnight, 659_999).allowed).toBe(false);
    expect(judgeGuess(tenAtMidnight, 660_000).allowed).toBe(true);
  });

  it('slices that count no more may be deleted', () => {
    const old = counter(
      'source',
      Array.from({ length: 20 }, (_, at) => NOW - at * 60_000),
    );
    const kept = old.filter(({ slice }) => slice >= oldestGuessSlice('source', NOW));
    expect(kept.length).toBeLessThan(old.length);
    const empty = { brand: [] };
    expect(judgeGuess({ source: kept, ...empty }, NOW)).toEqual(judgeGuess({ source: old, ...empty }, NOW));
  });
});
