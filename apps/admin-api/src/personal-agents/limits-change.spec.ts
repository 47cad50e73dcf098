import { changedLimits, DEFAULT_LIMITS } from './limits-change';

describe('limits of a personal agent (P26)', () => {
  it.each([
    [{}, DEFAULT_LIMITS],
    [{ perSecond: null }, { ...DEFAULT_LIMITS, perSecond: null }],
    [
      { perSecond: 7, burst: 9 },
      { ...DEFAULT_LIMITS, perSecond: 7, burst: 9 },
    ],
    [
      { perUserPerSecond: null, perUserBurst: null },
      { ...DEFAULT_LIMITS, perUserPerSecond: null },
    ],
  ])('%j on the defaults', (change, limits) => {
    expect(changedLimits(DEFAULT_LIMITS, change)).toEqual(limits);
  });

  it('keeps what is absent and brings a burst of null back to its default', () => {
    const current = { perSecond: null, burst: 1, perUserPerSecond: 2, perUserBurst: 3 };
    expect(changedLimits(current)).toEqual(current);
    expect(changedLimits(current, { burst: null })).toEqual({ ...current, burst: 300 });
  });
});
