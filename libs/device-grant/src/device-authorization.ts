import {
  type DeviceAnswer,
  type DeviceEvent,
  type DeviceState,
  DEVICE_TABLE,
  SEEN_STATES,
  type StoredDeviceState,
} from './device-states';
import { type Holder, isHeldBy } from './holder';
import { type PollPace, judgePoll } from './poll-pace';

/** What the rules need to know of a device authorization's row. */
export interface DeviceAuthorization {
  readonly state: StoredDeviceState;
  /** Database time in milliseconds; at this very moment it is over. */
  readonly expiresAtMs: number;
  readonly pace: PollPace;
  /** Whether the grant that an approval made or widened is revoked, expired or empty by now (P19). */
  readonly grantOver: boolean;
}

/** What an event does: the row afterwards (the same object when nothing changes) and the answer. */
export interface DeviceStep {
  readonly next: DeviceAuthorization;
  readonly answer: Exclude<DeviceAnswer, 'paced'>;
}

/** The state at this moment (P17): consumed, denied, expired, withdrawn, approved, pending - the first that holds. */
export function deviceState(authorization: DeviceAuthorization, nowMs: number): DeviceState {
  const over = {
    'time is over': nowMs >= authorization.expiresAtMs,
    'grant is over': authorization.grantOver,
  };
  const seen = SEEN_STATES.find(({ from, when }) => over[when] && from.includes(authorization.state));
  return seen?.to ?? authorization.state;
}

/**
 * One event at one moment of database time (RFC 8628 3.5, P17): table, then pace. What must happen once (approve, deny,
 * exchange) is a conditional statement in the shell; this is the rule that the statement writes down, and what its losers hear.
 */
export function stepDevice(
  authorization: DeviceAuthorization,
  event: DeviceEvent,
  nowMs: number,
): DeviceStep {
  const state = deviceState(authorization, nowMs);
  const { to, answer } = DEVICE_TABLE[state][event];
  if (answer === 'paced') {
    const judged = judgePoll(authorization.pace, nowMs);
    return { next: { ...authorization, pace: judged.pace }, answer: judged.answer };
  }
  if (to === state) return { next: authorization, answer };
  return { next: { ...authorization, state: to as StoredDeviceState }, answer };
}

/**
 * A poll of the token endpoint from the beginning (P17): an unknown device code and one of another Brand, personal agent or sub
 * get the same invalid_grant and change nothing. In: the row found by hash, or undefined; who calls; database time.
 */
export function pollDevice(
  found: (DeviceAuthorization & { readonly holder: Holder }) | undefined,
  caller: Holder,
  nowMs: number,
): { readonly answer: DeviceStep['answer']; readonly pace?: PollPace } {
  if (!found || !isHeldBy(found.holder, caller)) return { answer: 'invalid_grant' };
  const { next, answer } = stepDevice(found, 'poll', nowMs);
  return next.pace === found.pace ? { answer } : { answer, pace: next.pace };
}
