/** What happens at a fail point: the process dies at once, the step throws, or the step never ends. */
export type FailPointAction = 'kill' | 'error' | 'hang';

/** One armed fail point; `times` counts the passes that still trigger it. */
export interface ArmedFailPoint {
  readonly action: FailPointAction;
  times: number;
}

const ENTRY = /^([a-z][a-z0-9.-]{0,63})=(kill|error|hang)(?::([1-9]\d{0,5}))?$/;

/**
 * Reads `name=action[:times]` entries separated by commas; without `times` every pass triggers.
 * Out: the armed points by name, or undefined when the text has any other shape or names a point twice.
 */
export function parseFailPoints(text: string): Map<string, ArmedFailPoint> | undefined {
  const points = new Map<string, ArmedFailPoint>();
  for (const entry of text.split(',')) {
    const [, name, action, times] = ENTRY.exec(entry.trim()) ?? [];
    if (!name || !action || points.has(name)) return undefined;
    points.set(name, { action: action as FailPointAction, times: times ? Number(times) : Infinity });
  }
  return points;
}
