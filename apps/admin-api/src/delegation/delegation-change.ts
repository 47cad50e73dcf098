import { defaultCompletionUrl } from '@surety/device-grant';
import { type Result, err, ok } from '@surety/kernel';
import type { BrandDelegation } from '@surety/registry';
import type { FieldFault } from '../problem/problem';
import { readBrandKeys } from './brand-keys';
import type { DelegationBody } from './delegation.dto';
import { urlFaults } from './web-url';

/** Delegation about which nothing was said yet. */
const NOTHING: BrandDelegation = {
  enabled: false,
  loginUrl: null,
  completionUrl: null,
  assertionIssuer: null,
  keys: null,
  skipConsent: false,
  liveSession: false,
};

/**
 * Merges a change of `delegation` into what is stored (PACT wire §6): absent members stay or get their default, null clears one, and `null` in place of the
 * object clears all. Out: what to store, or every fault with its path.
 */
export function changedDelegation(
  stored: BrandDelegation | null,
  change: DelegationBody | null | undefined,
): Result<BrandDelegation | null, readonly FieldFault[]> {
  if (change === undefined) return ok(stored);
  if (change === null) return ok(null);
  const before = stored ?? NOTHING;
  const faults: FieldFault[] = [
    ...urlFaults(change.loginUrl, 'delegation.loginUrl'),
    ...urlFaults(change.completionUrl, 'delegation.completionUrl'),
  ];
  const keys = change.keys === undefined ? ok(before.keys) : readBrandKeys(change.keys, 'delegation.keys');
  if (!keys.ok) faults.push(...keys.error);
  if (faults.length > 0 || !keys.ok) return err(faults);
  const loginUrl = change.loginUrl === undefined ? before.loginUrl : change.loginUrl;
  return ok({
    enabled: change.enabled ?? before.enabled,
    loginUrl,
    completionUrl: changedCompletion(before, change.completionUrl, loginUrl),
    assertionIssuer: changedIssuer(before, change.assertionIssuer, loginUrl),
    keys: keys.value,
    skipConsent: change.skipConsent ?? before.skipConsent,
    liveSession: change.liveSession ?? before.liveSession,
  });
}

/** An address that was a default of the login follows it; one that was set stays, and null is kept as null. */
function changedCompletion(
  before: BrandDelegation,
  change: string | null | undefined,
  loginUrl: string | null,
): string | null {
  if (change !== undefined) return change;
  return before.completionUrl === completionOf(before.loginUrl)
    ? completionOf(loginUrl)
    : before.completionUrl;
}

/** The same of the issuer, for which null too means the default. */
function changedIssuer(
  before: BrandDelegation,
  change: string | null | undefined,
  loginUrl: string | null,
): string | null {
  if (change !== undefined) return change ?? originOf(loginUrl);
  return before.assertionIssuer === originOf(before.loginUrl) ? originOf(loginUrl) : before.assertionIssuer;
}

const originOf = (url: string | null): string | null => url && new URL(url).origin;
const completionOf = (url: string | null): string | null => url && defaultCompletionUrl(url);
