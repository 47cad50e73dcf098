import type { EgressError, EgressErrorCode } from '@surety/platform';
import type { CallOutcome } from './call-ledger';

/** What an endpoint says that is about to answer again. */
const PASSING_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);
/** Faults before anything was sent, which another attempt may not meet. */
const UNSENT: ReadonlySet<EgressErrorCode> = new Set(['unresolved', 'connect', 'tls']);
/** Faults after which it is known that an answer came, and a bad one. */
const ANSWERED: ReadonlySet<EgressErrorCode> = new Set(['too_large', 'redirect', 'protocol']);

/** Whether another attempt may do better than this status. */
export const isPassingStatus = (status: number): boolean => PASSING_STATUS.has(status);

/** Whether another attempt may do better than this fault, by its kind alone. */
export const isPassingFault = (code: EgressErrorCode): boolean => UNSENT.has(code);

/** How an exchange without a whole answer stands in the record; `never_sent`: no connection was established, so nothing happened. */
export function brokenState({ established, code }: EgressError): CallOutcome | 'never_sent' {
  if (!established) return 'never_sent';
  return ANSWERED.has(code) ? 'failed' : 'unknown';
}
