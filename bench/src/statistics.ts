import { invariant } from '@surety/kernel';

/** The middle value, or the mean of the two in the middle. In: at least one number, in any order. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const upper = sorted.length >> 1;
  const lower = sorted.length % 2 === 1 ? upper : upper - 1;
  return ((sorted[lower] ?? NaN) + (sorted[upper] ?? NaN)) / 2;
}

/** The smallest value that at least `percent` of all do not exceed (nearest rank). In: at least one number. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}

/** Least-squares slope of y over x. In: points of at least two different x. */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  invariant(spread > 0, 'a slope needs two different places');
  return points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function ascending(values: readonly number[]): number[] {
  invariant(values.length > 0, 'nothing was measured');
  return [...values].sort((a, b) => a - b);
}
