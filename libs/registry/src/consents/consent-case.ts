import type { StandingGrant } from '@surety/device-grant';

/** What a User is asked about: a device authorization, the wider scopes of a step-up, or the list of connected agents. */
export type ConsentKind = 'device' | 'step_up' | 'manage';

/** A request as consent sees it: pending and unexpired by the database clock when it was read. */
export interface ConsentCase {
  readonly request: {
    readonly id: string;
    readonly kind: ConsentKind;
    readonly scopes: readonly string[];
    /** The stored form, without the dash. */
    readonly userCode: string;
    readonly expiresAt: Date;
  };
  /** `registered`: whether an operator knows it (P34). Null of a manage code. */
  readonly personalAgent: { readonly issuer: string; readonly registered: boolean } | null;
  /** The newest grant of the same Brand user, personal agent, sub and Brand, dead or alive. */
  readonly grant: StandingGrant | undefined;
  readonly now: Date;
}

/** A request and the Brand user who answers it. */
export interface ConsentPlace {
  readonly brandId: string;
  /** The id of the request's row. */
  readonly requestId: string;
  readonly brandUser: string;
}

/** What the User answered. */
export interface ConsentAnswer extends ConsentPlace {
  readonly decision: 'allow' | 'deny';
  readonly ticked: readonly string[];
}

/** A row of the statements that read a case. */
export interface ConsentCaseRow {
  readonly id: string;
  readonly kind: ConsentKind;
  readonly scopes: string[];
  readonly userCode: string;
  readonly expiresAt: Date;
  readonly personalAgentId: string | null;
  readonly sub: string | null;
  readonly issuer: string | null;
  readonly registered: boolean | null;
  readonly grantId: string | null;
  readonly granted: string[] | null;
  readonly unticked: string[] | null;
  readonly consentedAt: Date | null;
  readonly endsAt: Date | null;
  readonly revokedAt: Date | null;
  readonly now: Date;
}

/** The case that a row tells of. */
export function consentCase(row: ConsentCaseRow): ConsentCase {
  const { id, kind, scopes, userCode, expiresAt, issuer, registered, now } = row;
  return {
    request: { id, kind, scopes, userCode, expiresAt },
    personalAgent: issuer === null || registered === null ? null : { issuer, registered },
    grant: standingGrant(row),
    now,
  };
}

/** The grant that a row tells of. */
export function standingGrant(row: ConsentCaseRow): StandingGrant | undefined {
  const { granted, unticked, consentedAt, endsAt, revokedAt } = row;
  if (granted === null || unticked === null || consentedAt === null || endsAt === null) return undefined;
  return {
    scopes: granted,
    unticked,
    consentedAtMs: consentedAt.getTime(),
    endsAtMs: endsAt.getTime(),
    revoked: revokedAt !== null,
  };
}
