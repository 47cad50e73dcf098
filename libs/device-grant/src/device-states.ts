import type { OAuthErrorCode } from './oauth-error';

/** A state as its row holds it. */
export const STORED_DEVICE_STATES = ['pending', 'approved', 'denied', 'consumed'] as const;
export type StoredDeviceState = (typeof STORED_DEVICE_STATES)[number];

/** A state as time and grant make it: nobody writes `expired` or `withdrawn`, they are seen (P17, P19). */
export type DeviceState = StoredDeviceState | 'expired' | 'withdrawn';

/**
 * What may happen to a device authorization: the personal agent polls, the User approves or denies on the consent page, or
 * the one statement that consumes an approved code runs.
 */
export const DEVICE_EVENTS = ['poll', 'approve', 'deny', 'exchange'] as const;
export type DeviceEvent = (typeof DEVICE_EVENTS)[number];

/**
 * What an event is answered: an OAuth error; `paced` = authorization_pending or slow_down, as the pace says; `redeem` = try
 * the exchange; `tokens`; `decided` and `too_late` for the User's page (the latter is the one 400 page of P21).
 */
export type DeviceAnswer = OAuthErrorCode | 'paced' | 'redeem' | 'tokens' | 'decided' | 'too_late';

export interface DeviceCell {
  readonly to: DeviceState;
  readonly answer: DeviceAnswer;
}

const paced = 'paced' as const;
const lost = 'invalid_grant' as const;

/**
 * The state table of a device authorization (RFC 8628 3.5, P17). A decision counts only while pending; an exchange only once,
 * while approved. An exchange that finds another state lost a race and is answered as a poll there.
 */
export const DEVICE_TABLE: Readonly<Record<DeviceState, Readonly<Record<DeviceEvent, DeviceCell>>>> = {
  pending: {
    poll: cell('pending', paced),
    approve: cell('approved', 'decided'),
    deny: cell('denied', 'decided'),
    exchange: cell('pending', 'authorization_pending'),
  },
  approved: {
    poll: cell('approved', 'redeem'),
    approve: cell('approved', 'too_late'),
    deny: cell('approved', 'too_late'),
    exchange: cell('consumed', 'tokens'),
  },
  denied: settled('denied', 'access_denied'),
  consumed: settled('consumed', lost),
  expired: settled('expired', 'expired_token'),
  withdrawn: settled('withdrawn', lost),
};

/** How a stored state turns into one that is only seen; in order, the first that holds (P17). */
export const SEEN_STATES: readonly {
  readonly from: readonly StoredDeviceState[];
  readonly to: DeviceState;
  readonly when: 'time is over' | 'grant is over';
}[] = [
  { from: ['pending', 'approved'], to: 'expired', when: 'time is over' },
  { from: ['approved'], to: 'withdrawn', when: 'grant is over' },
];

function cell(to: DeviceState, answer: DeviceAnswer): DeviceCell {
  return { to, answer };
}

/** A state that nothing leaves. */
function settled(state: DeviceState, answer: OAuthErrorCode): Readonly<Record<DeviceEvent, DeviceCell>> {
  const client = cell(state, answer);
  const page = cell(state, 'too_late');
  return { poll: client, approve: page, deny: page, exchange: client };
}
