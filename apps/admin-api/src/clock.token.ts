import type { Clock } from '@surety/kernel';

/** Injection token of the process clock; deadlines are the database's, this one dates tokens and fetches. */
export const CLOCK = Symbol('clock');

/** The clock of the process. */
export const systemClock: Clock = { nowMs: () => Date.now() };
