import { InvalidArgumentError } from 'commander';

/** A commander parser for whole numbers from `min` to `max`. Throws InvalidArgumentError, which becomes a usage error. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return text => {
    const value = /^[0-9]{1,12}$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/** A commander parser for RFC 3339 times; out: milliseconds since the epoch. */
export function timeValue(text: string): number {
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(ms)) throw new InvalidArgumentError('It must be a time such as 2026-11-30T12:00:00Z.');
  return ms;
}

/** A commander parser for `true` and `false`. */
export function truthValue(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
}
