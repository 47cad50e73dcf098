import { LIMITS } from '@surety/kernel';
import { DEVICE_EVENTS, DEVICE_TABLE, type DeviceState, SEEN_STATES } from './device-states';

const CAUSES = {
  'time is over': `${LIMITS.deviceCodeSeconds} s`,
  'grant is over': 'grant revoked or over',
} as const;

/** The state table as a Mermaid state diagram: what a client's poll is answered stands in the states, the rest on arrows. */
export function deviceDiagram(): string {
  const states = Object.keys(DEVICE_TABLE) as DeviceState[];
  const notes = states.map(state => {
    const { answer } = DEVICE_TABLE[state].poll;
    const says = answer === 'paced' ? 'authorization_pending or slow_down' : answer;
    return `  ${state} : ${state}, a poll gets ${says}`;
  });
  const arrows = states.flatMap(state =>
    DEVICE_EVENTS.map(event => ({ event, ...DEVICE_TABLE[state][event] }))
      .filter(({ to }) => to !== state)
      .map(({ event, to }) => `  ${state} --> ${to} : ${event}`),
  );
  const seen = SEEN_STATES.flatMap(({ from, to, when }) =>
    from.map(state => `  ${state} --> ${to} : ${CAUSES[when]}`),
  );
  return ['stateDiagram-v2', ...notes, '  [*] --> pending', ...arrows, ...seen, ''].join('\n');
}
