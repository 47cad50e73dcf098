import { ApiProperty } from '@nestjs/swagger';
import { type BrandDelegation, type DelegationTerms, offersDelegation } from '@surety/registry';
import type { Warning } from '../answers/warning';

/** How a Brand delegates; what is not set is null. */
export class DelegationView {
  @ApiProperty()
  enabled: boolean;

  @ApiProperty({ type: String, format: 'uri', nullable: true })
  loginUrl: string | null;

  @ApiProperty({ type: String, format: 'uri', nullable: true })
  completionUrl: string | null;

  @ApiProperty({ type: String, nullable: true })
  assertionIssuer: string | null;

  @ApiProperty({ type: 'object', nullable: true, additionalProperties: true })
  keys: Record<string, unknown> | null;

  @ApiProperty()
  skipConsent: boolean;

  @ApiProperty()
  liveSession: boolean;
}

/** What is stored as answers show it: it holds no secret. */
export function delegationView(delegation: BrandDelegation | null): DelegationView | null {
  if (delegation === null) return null;
  const { enabled, loginUrl, completionUrl, assertionIssuer, keys, skipConsent, liveSession } = delegation;
  return {
    enabled,
    loginUrl,
    completionUrl,
    assertionIssuer,
    keys: keys && { ...keys },
    skipConsent,
    liveSession,
  };
}

/** Says of delegation that is switched on why the card does not offer it yet (P31). */
export function delegationWarnings(brand: DelegationTerms): Warning[] {
  const { delegation, scopes } = brand;
  if (!delegation?.enabled || offersDelegation(brand)) return [];
  const missing = [
    ...(scopes.length === 0 ? ['scopes'] : []),
    ...(delegation.loginUrl === null ? ['a login URL'] : []),
    ...(delegation.keys === null ? ['keys of the login'] : []),
  ];
  const message = `The card does not offer delegation yet: it needs ${missing.join(', ')}.`;
  return [{ code: 'delegation_incomplete', message }];
}
