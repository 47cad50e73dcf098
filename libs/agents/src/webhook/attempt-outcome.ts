import type { EgressError, EgressErrorCode } from '@surety/platform';
import type { CallOutcome } from '../call-ledger';
import { AgentFailure, type AgentFailureCode } from '../port';

/** How one failed attempt stands in the record, and whether another one may follow. */
export interface FailedAttempt {
  readonly failure: AgentFailure;
  /** `never_sent`: no connection was established, so nothing can have happened. */
  readonly state: CallOutcome | 'never_sent';
  readonly again: boolean;
}

const FAILURE_CODES: Readonly<Record<EgressErrorCode, AgentFailureCode>> = {
  bad_url: 'address_refused',
  not_https: 'address_refused',
  private_address: 'address_refused',
  unresolved: 'connect',
  connect: 'connect',
  tls: 'connect',
  timeout: 'timeout',
  too_large: 'too_large',
  redirect: 'redirect',
  protocol: 'interrupted',
  aborted: 'aborted',
};

/** Faults that another attempt may not meet. */
const PASSING: ReadonlySet<EgressErrorCode> = new Set(['unresolved', 'connect', 'tls', 'timeout']);
/** Faults after which it is known that an answer came, and a bad one. */
const ANSWERED: ReadonlySet<EgressErrorCode> = new Set(['too_large', 'redirect', 'protocol']);
const PASSING_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Judges an attempt that got no usable answer (PACT wire 5.2): one that was never established may be made again, any
 * other only when the endpoint is declared idempotent.
 */
export function brokenAttempt(error: EgressError, idempotent: boolean): FailedAttempt {
  const code = error.established && error.code === 'connect' ? 'interrupted' : FAILURE_CODES[error.code];
  const failure = new AgentFailure(code, error.message, { cause: error });
  const passing = PASSING.has(error.code);
  if (!error.established) return { failure, state: 'never_sent', again: passing };
  return { failure, state: ANSWERED.has(error.code) ? 'failed' : 'unknown', again: idempotent && passing };
}

/** Judges an attempt whose answer is a bad one. */
export function refusedAttempt(failure: AgentFailure, status: number, idempotent: boolean): FailedAttempt {
  return { failure, state: 'failed', again: idempotent && PASSING_STATUS.has(status) };
}
