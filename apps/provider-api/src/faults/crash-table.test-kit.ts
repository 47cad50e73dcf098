import type { TurnFailPoint } from '../turn/turn-fail-points';

/** One crash: where the Provider is killed, and what the message gets when it is sent again. */
export interface Crash {
  readonly agent: 'script' | 'webhook' | 'idempotent webhook';
  /** The first of a conversation, with an Idempotency-Key, or the next. */
  readonly message: 'first' | 'next';
  /** Runs again, is refused for ever, or was answered already. */
  readonly fate: 'runs' | 'spent' | 'stored';
  /** How often the endpoint has seen the message in the end. */
  readonly deliveries: number;
}

const webhook = (message: Crash['message'], fate: Crash['fate'], deliveries: number): Crash => ({
  agent: 'webhook',
  message,
  fate,
  deliveries,
});
const idempotent = (deliveries: number): Crash => ({
  agent: 'idempotent webhook',
  message: 'next',
  fate: 'runs',
  deliveries,
});
const script = (message: Crash['message'], fate: Crash['fate']): Crash => ({
  agent: 'script',
  message,
  fate,
  deliveries: 0,
});

/**
 * What a crash at each step of a turn leaves behind (P10, PACT wire §2). A step that is not here does not compile. A delivery
 * that was recorded counts as sent, whether or not a byte of it left; an idempotent endpoint gets the same delivery again.
 */
export const CRASHES: Readonly<Record<TurnFailPoint, readonly Crash[]>> = {
  'turn.arrived': [webhook('first', 'runs', 1)],
  'turn.claimed': [webhook('first', 'runs', 1)],
  'turn.waiting': [webhook('next', 'runs', 1)],
  'turn.started': [webhook('first', 'runs', 1)],
  'turn.recording': [webhook('next', 'runs', 1)],
  'turn.recorded': [webhook('first', 'spent', 0), webhook('next', 'spent', 0), idempotent(1)],
  'turn.striking': [webhook('next', 'spent', 0)],
  'turn.settling': [webhook('first', 'spent', 1), idempotent(2)],
  'turn.settled': [webhook('next', 'spent', 1), idempotent(2)],
  'turn.answered': [webhook('first', 'spent', 1), script('first', 'runs')],
  'turn.stored': [webhook('first', 'stored', 1), script('next', 'stored')],
  'turn.failing': [webhook('next', 'spent', 1)],
};
