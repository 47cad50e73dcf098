import { median, percentile, slope } from './statistics';

describe('statistics', () => {
  it('takes the middle of an odd number of values, whatever their order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('takes the mean of the two in the middle of an even number', () => {
    expect(median([1, 10, 2, 4])).toBe(3);
  });

  it('leaves the values as they were given', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('takes percentiles by nearest rank, so that each is a value that was measured', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([50, 95, 99, 100].map(percent => percentile(hundred, percent))).toEqual([50, 95, 99, 100]);
    expect(percentile([7], 99)).toBe(7);
    expect(percentile([1, 2, 3, 4], 0)).toBe(1);
  });

  it('sorts numbers as numbers', () => {
    expect(percentile([10, 9, 100], 50)).toBe(10);
  });

  it('finds the slope of a line through noise that cancels out', () => {
    const points = [0, 1, 2, 3].map(x => ({ x, y: 5 + 2 * x + (x % 3 === 0 ? 0.5 : -0.5) }));
    expect(slope(points)).toBeCloseTo(2);
    expect(slope([20, 200].map(x => ({ x, y: 40 })))).toBe(0);
  });

  it('refuses to judge nothing', () => {
    expect(() => median([])).toThrow('nothing was measured');
    expect(() => slope([{ x: 1, y: 1 }])).toThrow('two different places');
  });
});
