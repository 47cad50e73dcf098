import { type Result, err, ok } from '@surety/kernel';
import type { VerifiedDelegation } from './delegation-token';
import type { PaJwtFault } from './pa-jwt.check';

/** What the registry holds of the grant that a token names; database times in milliseconds. */
export interface DelegationGrant {
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly sub: string;
  readonly brandUser: string;
  readonly revoked: boolean;
  readonly endsAtMs: number;
}

/** Who sends the token, where to, and how tightly tokens are bound (P15): to the User, or to the personal agent alone. */
export interface DelegationCaller {
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly sub: string;
  readonly binding: 'sub' | 'client';
}

/** One reason why a grant does not carry a token. */
export interface DelegationGrantCheck {
  readonly name: string;
  readonly clause: string;
  readonly breaks: (
    grant: DelegationGrant,
    token: VerifiedDelegation,
    caller: DelegationCaller,
    nowMs: number,
  ) => boolean;
}

/** Every rule that ties a verified token to its grant and its sender, in order (PACT 5.5, P15, P19). */
export const DELEGATION_GRANT_CHECKS: readonly DelegationGrantCheck[] = [
  { name: 'grant-brand', clause: 'PACT 5.4', breaks: (grant, _, caller) => grant.brandId !== caller.brandId },
  {
    name: 'grant-client',
    clause: 'PACT 5.5',
    breaks: (grant, _, caller) => grant.personalAgentId !== caller.personalAgentId,
  },
  { name: 'grant-user', clause: 'PACT 5.4', breaks: (grant, token) => grant.brandUser !== token.brandUser },
  {
    name: 'grant-sub',
    clause: 'P15',
    breaks: (grant, _, caller) => caller.binding === 'sub' && grant.sub !== caller.sub,
  },
  { name: 'grant-revoked', clause: 'PACT 5.5', breaks: grant => grant.revoked },
  { name: 'grant-ended', clause: 'P19', breaks: (grant, _token, _caller, nowMs) => nowMs >= grant.endsAtMs },
];

/** Whether the grant of a verified token still carries it for this caller. In: the grant found by id, or undefined. */
export function checkDelegationGrant(
  token: VerifiedDelegation,
  grant: DelegationGrant | undefined,
  caller: DelegationCaller,
  nowMs: number,
  checks: readonly DelegationGrantCheck[] = DELEGATION_GRANT_CHECKS,
): Result<DelegationGrant, PaJwtFault> {
  if (!grant) return err({ rule: 'grant-known', clause: 'PACT 5.5', detail: 'no grant with this id' });
  const broken = checks.find(check => check.breaks(grant, token, caller, nowMs));
  if (broken)
    return err({ rule: broken.name, clause: broken.clause, detail: 'the grant does not carry this token' });
  return ok(grant);
}
