import { failPoint } from '@surety/platform';

/**
 * The steps of a turn at which a fault can be injected from outside (`SURETY_FAIL_POINTS=turn.claimed=kill`), in the order in
 * which a turn passes them; which of them a turn passes depends on its agent. The crash tests kill a Provider at each.
 */
export const TURN_FAIL_POINTS = [
  /** Nothing is written yet. */
  'turn.arrived',
  'turn.claimed',
  /** Before each look of a waiter. */
  'turn.waiting',
  'turn.started',
  /** A delivery is about to be recorded. */
  'turn.recording',
  /** Recorded, and no byte of it was sent. */
  'turn.recorded',
  /** The connection was never established, and the record still stands. */
  'turn.striking',
  /** The outcome of a delivery is known and not noted. */
  'turn.settling',
  'turn.settled',
  'turn.answered',
  /** A step-up is stored, and there is no link to go with it. */
  'turn.stepped',
  /** The reply is stored, and the caller does not have it. */
  'turn.stored',
  /** The run has failed, and its claim still stands. */
  'turn.failing',
] as const;

export type TurnFailPoint = (typeof TURN_FAIL_POINTS)[number];

/** {@link failPoint} for the steps of a turn. */
export const turnFailPoint: (name: TurnFailPoint) => Promise<void> | undefined = failPoint;
