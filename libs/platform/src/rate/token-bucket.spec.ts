import fc from 'fast-check';
import { msUntilToken, refusal, tokensAt, withTaken } from './token-bucket';

const limit = { perSecond: 5, burst: 60 };

describe('a token bucket', () => {
  it('P26: starts full, empties by what is taken and refills by time up to its burst', () => {
    expect(tokensAt(-Infinity, limit, 1_000)).toBe(60);
    const taken = withTaken(-Infinity, limit, 60, 1_000);
    expect(tokensAt(taken, limit, 1_000)).toBe(0);
    expect(tokensAt(taken, limit, 3_000)).toBe(10);
    expect(tokensAt(taken, limit, 100_000)).toBe(60);
  });

  it('gives back what was not spent, never beyond the burst', () => {
    const back = withTaken(withTaken(0, limit, 10, 1_000), limit, -10, 1_000);
    expect(tokensAt(back, limit, 1_000)).toBe(60);
    expect(tokensAt(withTaken(0, limit, -10, 1_000), limit, 1_000)).toBe(60);
  });

  it('says how long until a token is there', () => {
    const empty = withTaken(0, limit, 60, 1_000);
    expect(msUntilToken(empty, limit, 1_000)).toBe(200);
    expect(msUntilToken(empty, limit, 1_150)).toBe(50);
    expect(msUntilToken(empty, limit, 1_200)).toBe(0);
  });

  it('PACT 6: asks to wait whole seconds, at least 1', () => {
    expect([0, 1, 999, 1_000, 1_001, 59_500].map(ms => refusal(ms).retryAfterSeconds)).toEqual([
      1, 1, 1, 1, 2, 60,
    ]);
  });

  it('never lets more through than burst + rate × time, for any limit and any pace', () => {
    const limits = fc.record({
      perSecond: fc.integer({ min: 1, max: 200 }),
      burst: fc.integer({ min: 1, max: 300 }),
    });
    const pauses = fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 400 });
    fc.assert(
      fc.property(limits, pauses, (any, waits) => {
        let fullAtMs = 0;
        let nowMs = 1_000;
        let passed = 0;
        for (const wait of waits) {
          nowMs += wait;
          if (msUntilToken(fullAtMs, any, nowMs) > 0) continue;
          fullAtMs = withTaken(fullAtMs, any, 1, nowMs);
          passed += 1;
        }
        return passed <= any.burst + (any.perSecond * (nowMs - 1_000)) / 1000 + 1e-6;
      }),
    );
  });

  it('lets a caller who waits as told go on', () => {
    const limits = fc.record({
      perSecond: fc.integer({ min: 1, max: 200 }),
      burst: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(limits, any => {
        const empty = withTaken(0, any, any.burst, 1_000);
        const nowMs = 1_000 + refusal(msUntilToken(empty, any, 1_000)).retryAfterSeconds * 1000;
        return msUntilToken(empty, any, nowMs) === 0;
      }),
    );
  });
});
