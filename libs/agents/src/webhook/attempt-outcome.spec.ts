import { EgressError, type EgressErrorCode } from '@surety/platform';
import { AgentFailure } from '../port';
import { brokenAttempt, refusedAttempt } from './attempt-outcome';

const broken = (code: EgressErrorCode, established: boolean, idempotent: boolean) => {
  const { failure, state, again } = brokenAttempt(new EgressError(code, 'x', established), idempotent);
  return `${failure.code} ${state}${again ? ' again' : ''}`;
};

describe('judging an attempt (PACT wire 5.2, P10)', () => {
  it.each<[EgressErrorCode, boolean, string, string]>([
    ['connect', false, 'connect never_sent again', 'connect never_sent again'],
    ['tls', false, 'connect never_sent again', 'connect never_sent again'],
    ['unresolved', false, 'connect never_sent again', 'connect never_sent again'],
    ['timeout', false, 'timeout never_sent again', 'timeout never_sent again'],
    ['private_address', false, 'address_refused never_sent', 'address_refused never_sent'],
    ['not_https', false, 'address_refused never_sent', 'address_refused never_sent'],
    ['bad_url', false, 'address_refused never_sent', 'address_refused never_sent'],
    ['aborted', false, 'aborted never_sent', 'aborted never_sent'],
    ['connect', true, 'interrupted unknown', 'interrupted unknown again'],
    ['tls', true, 'connect unknown', 'connect unknown again'],
    ['timeout', true, 'timeout unknown', 'timeout unknown again'],
    ['aborted', true, 'aborted unknown', 'aborted unknown'],
    ['redirect', true, 'redirect failed', 'redirect failed'],
    ['too_large', true, 'too_large failed', 'too_large failed'],
    ['protocol', true, 'interrupted failed', 'interrupted failed'],
  ])('%s, established %s: %s; when idempotent: %s', (code, established, once, idempotent) => {
    expect(broken(code, established, false)).toBe(once);
    expect(broken(code, established, true)).toBe(idempotent);
  });

  it.each([502, 503, 504])('tries %d again only at an idempotent endpoint', status => {
    const failure = new AgentFailure('status', 'x');
    expect(refusedAttempt(failure, status, true)).toEqual({ failure, state: 'failed', again: true });
    expect(refusedAttempt(failure, status, false)).toEqual({ failure, state: 'failed', again: false });
  });

  it.each([200, 204, 400, 408, 429, 500, 501])('never tries %d again', status => {
    expect(refusedAttempt(new AgentFailure('status', 'x'), status, true).again).toBe(false);
  });
});
