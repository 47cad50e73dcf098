import { LIMITS, type Result, err, ok } from '@surety/kernel';
import { readWebAddress } from './web-address';

/** A device authorization that waits for its User. It holds no secret: the device code stays with the client that started it. */
export interface DeviceFlow {
  /** What the User compares or types, such as `WDJB-MJHT`. */
  readonly userCode: string;
  readonly verificationUri: string;
  /** The link to show to the User; never to open, frame or observe by the personal agent itself (PACT 5.3). */
  readonly verificationUriComplete: string;
  /** Local time in milliseconds after which polling is of no use. */
  readonly expiresAtMs: number;
  readonly intervalSeconds: number;
  readonly scopes: readonly string[];
}

/** How fast to poll. */
export interface PollSchedule {
  readonly intervalSeconds: number;
}

/** What a poll that brought no tokens met: the User thinks, we are too fast, or there was no answer. */
export type PollEvent = 'pending' | 'slow-down' | 'lost';

const LOST_INTERVAL_SECONDS_MAX = 60;

/**
 * The schedule after a poll (RFC 8628 3.5): slow_down adds five seconds for good; a poll without an answer doubles the interval,
 * up to a minute.
 */
export function scheduleAfter({ intervalSeconds }: PollSchedule, event: PollEvent): PollSchedule {
  if (event === 'slow-down') return { intervalSeconds: intervalSeconds + LIMITS.slowDownSeconds };
  if (event === 'pending' || intervalSeconds >= LOST_INTERVAL_SECONDS_MAX) return { intervalSeconds };
  return { intervalSeconds: Math.min(intervalSeconds * 2, LOST_INTERVAL_SECONDS_MAX) };
}

/**
 * Reads the answer of a device authorization (RFC 8628 3.2). In: the JSON object, the scopes that were asked for, local time.
 * The error says which member is wrong; links must be addresses that may be shown to a person.
 */
export function readDeviceAuthorization(
  answer: Readonly<Record<string, unknown>>,
  scopes: readonly string[],
  nowMs: number,
): Result<{ readonly deviceCode: string; readonly flow: DeviceFlow }, string> {
  const { device_code: deviceCode, user_code: userCode, verification_uri: uri } = answer;
  const complete = answer.verification_uri_complete ?? uri;
  if (typeof deviceCode !== 'string' || deviceCode === '') return err('device_code is missing');
  if (typeof userCode !== 'string' || userCode === '') return err('user_code is missing');
  for (const link of [uri, complete]) {
    const address = typeof link === 'string' ? readWebAddress(link) : undefined;
    if (!address?.ok) return err(`a verification link ${address?.error ?? 'is missing'}`);
  }
  const { expires_in: expiresIn, interval = LIMITS.pollIntervalSeconds } = answer;
  if (!isSeconds(expiresIn)) return err('expires_in is no positive number of seconds');
  if (!isSeconds(interval)) return err('interval is no positive number of seconds');
  const flow = {
    userCode,
    verificationUri: String(uri),
    verificationUriComplete: String(complete),
    expiresAtMs: nowMs + expiresIn * 1000,
    intervalSeconds: interval,
    scopes,
  };
  return ok({ deviceCode, flow });
}

/** Whole seconds, at least one, and not so many that a timer would overflow. */
function isSeconds(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 86_400;
}
