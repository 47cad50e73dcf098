import { DEFAULT_PERSONAL_AGENT_LIMITS as DEFAULTS } from '@surety/registry';
import { changedLimits } from './limits-change';

describe('limits of a personal agent (P26)', () => {
  it.each([
    [{}, DEFAULTS],
    [{ perSecond: null }, { ...DEFAULTS, perSecond: null }],
    [
      { perSecond: 7, burst: 9 },
      { ...DEFAULTS, perSecond: 7, burst: 9 },
    ],
    [
      { perUserPerSecond: null, perUserBurst: null },
      { ...DEFAULTS, perUserPerSecond: null },
    ],
  ])('%j on the defaults', (change, limits) => {
    expect(changedLimits(DEFAULTS, change)).toEqual(limits);
  });

  it('keeps what is absent and brings a burst of null back to its default', () => {
    const current = { perSecond: null, burst: 1, perUserPerSecond: 2, perUserBurst: 3 };
    expect(changedLimits(current)).toEqual(current);
    expect(changedLimits(current, { burst: null })).toEqual({ ...current, burst: 300 });
  });
});
