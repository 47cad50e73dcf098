import type { Clock } from '@surety/kernel';

/** The clock of the process (P32): dates tokens and fetches; deadlines of turns are the database's. */
export const systemClock: Clock = { nowMs: () => Date.now() };
