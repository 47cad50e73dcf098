import type { TurnFailPoint } from '../turn/turn-fail-points';

/** Who answers; one with a tool runs under a delegation token, one that steps up has called its tool before. */
export type CrashAgent =
  | 'script'
  | 'webhook'
  | 'idempotent webhook'
  | 'script with a read tool'
  | 'script with a write tool'
  | 'webhook that steps up';

/** One crash: where the Provider is killed, and what the message gets when it is sent again. */
export interface Crash {
  readonly agent: CrashAgent;
  /** The first of a conversation, with an Idempotency-Key, or the next. */
  readonly message: 'first' | 'next';
  /** Runs again, is refused for ever, or was answered already. */
  readonly fate: 'runs' | 'spent' | 'stored';
  /** How often the endpoint of the agent has seen the message in the end, and that of the tool. */
  readonly deliveries: number;
  readonly toolCalls: number;
}

const webhook = (message: Crash['message'], fate: Crash['fate'], deliveries: number): Crash => ({
  agent: 'webhook',
  message,
  fate,
  deliveries,
  toolCalls: 0,
});
const idempotent = (deliveries: number): Crash => ({
  agent: 'idempotent webhook',
  message: 'next',
  fate: 'runs',
  deliveries,
  toolCalls: 0,
});
const script = (message: Crash['message'], fate: Crash['fate']): Crash => ({
  agent: 'script',
  message,
  fate,
  deliveries: 0,
  toolCalls: 0,
});
const tool = (effect: 'read' | 'write', fate: Crash['fate'], toolCalls: number): Crash => ({
  agent: `script with a ${effect} tool`,
  message: 'next',
  fate,
  deliveries: 0,
  toolCalls,
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
  'turn.recording': [webhook('next', 'runs', 1), tool('write', 'runs', 1)],
  'turn.recorded': [
    webhook('first', 'spent', 0),
    webhook('next', 'spent', 0),
    idempotent(1),
    tool('read', 'runs', 1),
    tool('write', 'spent', 0),
  ],
  'turn.striking': [webhook('next', 'spent', 0)],
  'turn.settling': [
    webhook('first', 'spent', 1),
    idempotent(2),
    tool('read', 'runs', 2),
    tool('write', 'spent', 1),
  ],
  'turn.settled': [
    webhook('next', 'spent', 1),
    idempotent(2),
    tool('read', 'runs', 2),
    tool('write', 'spent', 1),
  ],
  'turn.answered': [
    webhook('first', 'spent', 1),
    script('first', 'runs'),
    tool('read', 'runs', 2),
    tool('write', 'spent', 1),
  ],
  // The step-up is kept with what its tool answered: two steps before it, one after, and no second call.
  'turn.stepped': [
    { agent: 'webhook that steps up', message: 'next', fate: 'runs', deliveries: 3, toolCalls: 1 },
  ],
  'turn.stored': [webhook('first', 'stored', 1), script('next', 'stored'), tool('write', 'stored', 1)],
  'turn.failing': [webhook('next', 'spent', 1)],
};
