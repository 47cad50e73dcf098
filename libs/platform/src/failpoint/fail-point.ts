import { type ArmedFailPoint, parseFailPoints } from './fail-point-list';

/** The error of a fail point armed with `error`. */
export class FailPointError extends Error {
  override readonly name = 'FailPointError';
  constructor(readonly point: string) {
    super(`fail point ${point}`);
  }
}

let armed: Map<string, ArmedFailPoint> | undefined;

/** Arms exactly the points that `text` names (`SURETY_FAIL_POINTS`), or none. Throws TypeError for another shape. */
export function armFailPoints(text: string | undefined): void {
  if (!text) {
    armed = undefined;
    return;
  }
  armed = parseFailPoints(text);
  if (!armed) throw new TypeError(`not a list of fail points: ${text}`);
}

/**
 * A named step at which a fault can be injected from outside, for crash tests; costs one comparison when none is armed.
 * Out: undefined at once, or a promise that never settles (`hang`). Throws {@link FailPointError} (`error`); with
 * `kill` the process ends by SIGKILL, as if its power had been cut.
 */
export function failPoint(name: string): Promise<void> | undefined {
  const point = armed?.get(name);
  if (!point || point.times <= 0) return undefined;
  point.times -= 1;
  if (point.action === 'error') throw new FailPointError(name);
  if (point.action === 'kill') process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}
