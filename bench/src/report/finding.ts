/** What is wanted of a figure: beside its limit (a ratio), or by itself. */
export type Goal =
  | { readonly kind: 'ratio-at-least' | 'ratio-at-most'; readonly bound: number; readonly aim?: number }
  | { readonly kind: 'at-most'; readonly bound: number };

/** One figure of the report: a median over the rounds. */
export interface Finding {
  readonly name: string;
  readonly unit: '/s' | 'ms' | 's' | 'MB' | 'KB';
  readonly ours: number;
  /** What it stands beside: a limit of the machine, or ourselves under other conditions. */
  readonly beside?: { readonly name: string; readonly value: number };
  /** None: for information. */
  readonly goal?: Goal;
  readonly connections: number;
  /** Distinct Users whose messages these were. */
  readonly users: number;
  readonly details: Readonly<Record<string, number>>;
}

/** A figure as it is judged. */
export interface Verdict {
  /** Ours over what it stands beside. */
  readonly ratio: number | undefined;
  /** The goal in words. */
  readonly goal: string;
  readonly met: boolean | undefined;
}

/** Judges a figure by its goal. */
export function judge({ ours, beside, goal, unit }: Finding): Verdict {
  const ratio = beside && ours / beside.value;
  if (!goal) return { ratio, goal: '', met: undefined };
  const judged = goal.kind === 'at-most' ? ours : (ratio ?? NaN);
  const met = goal.kind === 'ratio-at-least' ? judged >= goal.bound : judged <= goal.bound;
  return { ratio, goal: inWords(goal, unit), met };
}

function inWords(goal: Goal, unit: string): string {
  if (goal.kind === 'at-most') return `≤ ${goal.bound} ${unit}`;
  const sign = goal.kind === 'ratio-at-least' ? '≥' : '≤';
  return `${sign} ${goal.bound} ×${goal.aim === undefined ? '' : `, aim ${goal.aim}`}`;
}

/** A number with as many digits as tell something. */
export function inDigits(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
