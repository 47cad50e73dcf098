import { type Finding, type Goal, inDigits, judge } from './finding';

const finding = (ours: number, beside: number | undefined, goal?: Goal): Finding => ({
  name: 'x',
  unit: '/s',
  ours,
  connections: 1,
  users: 1,
  details: {},
  ...(beside !== undefined && { beside: { name: 'limit', value: beside } }),
  ...(goal && { goal }),
});

describe('judge', () => {
  it('takes the ratio of ours to its limit', () => {
    expect(judge(finding(600, 1_200)).ratio).toBe(0.5);
    expect(judge(finding(600, undefined)).ratio).toBeUndefined();
  });

  it.each<[string, number, Goal, boolean]>([
    ['the bound itself meets a lower bound', 350, { kind: 'ratio-at-least', bound: 0.35 }, true],
    ['less does not', 349, { kind: 'ratio-at-least', bound: 0.35 }, false],
    ['a ratio may be bounded from above', 1_200, { kind: 'ratio-at-most', bound: 1.2 }, true],
    ['and then more does not meet it', 1_201, { kind: 'ratio-at-most', bound: 1.2 }, false],
    ['a figure may be bounded by itself', 15, { kind: 'at-most', bound: 15 }, true],
    ['whatever it stands beside', 16, { kind: 'at-most', bound: 15 }, false],
  ])('%s', (_name, ours, goal, met) => {
    expect(judge(finding(ours, 1_000, goal)).met).toBe(met);
  });

  it('does not call a ratio met that has no limit to stand beside', () => {
    expect(judge(finding(1, undefined, { kind: 'ratio-at-least', bound: 0.1 })).met).toBe(false);
    expect(judge(finding(1, undefined, { kind: 'ratio-at-most', bound: 2 })).met).toBe(false);
  });

  it('judges nothing without a goal', () => {
    expect(judge(finding(1, 1))).toEqual({ ratio: 1, goal: '', met: undefined });
  });

  it('says the goal in words', () => {
    expect(judge(finding(1, 1, { kind: 'ratio-at-least', bound: 0.35, aim: 0.5 })).goal).toBe(
      '≥ 0.35 ×, aim 0.5',
    );
    expect(judge({ ...finding(1, 1, { kind: 'at-most', bound: 15 }), unit: 's' }).goal).toBe('≤ 15 s');
  });
});

it('shows as many digits as tell something', () => {
  expect([1234.6, 123.4, 12.34, 1.234, 0.01].map(inDigits)).toEqual(['1,235', '123', '12.3', '1.23', '0.01']);
});
