import type { EgressError, EgressErrorCode } from '@surety/platform';
import type { CallOutcome } from '../call-ledger';
import { brokenState, isPassingFault, isPassingStatus } from '../exchange-fault';
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

/**
 * Judges an attempt that got no usable answer (PACT wire 5.2): one that was never established may be made again, any
 * other only when the endpoint is declared idempotent.
 */
export function brokenAttempt(error: EgressError, idempotent: boolean): FailedAttempt {
  const code = error.established && error.code === 'connect' ? 'interrupted' : FAILURE_CODES[error.code];
  const failure = new AgentFailure(code, error.message, { cause: error });
  const state = brokenState(error);
  // A delivery that timed out may be made again too, where its Brand says that this does no harm.
  const passing = isPassingFault(error.code) || error.code === 'timeout';
  return { failure, state, again: passing && (state === 'never_sent' || idempotent) };
}

/** Judges an attempt whose answer is a bad one. */
export function refusedAttempt(failure: AgentFailure, status: number, idempotent: boolean): FailedAttempt {
  return { failure, state: 'failed', again: idempotent && isPassingStatus(status) };
}
