import { brandAddresses } from '@surety/device-grant';
import type { Clock } from '@surety/kernel';
import {
  type VerificationKey,
  type VerifiedAssertion,
  type WantedKey,
  checkBrandAssertion,
  verifyBrandAssertion,
} from '@surety/tokens';
import type { DelegatingBrand } from '../pages/delegating-brand';
import { PageRefusal } from '../pages/page-refusal';

/** The keys of a Brand's login; what cannot be fetched is an empty list, since nobody can be proven then. */
export interface LoginKeys {
  candidates(brand: DelegatingBrand, wanted: WantedKey): Promise<readonly VerificationKey[]>;
}

/** Proves by the Brand's assertion who signed in there (PACT 5.3, P21). */
export class Assertions {
  constructor(
    private readonly keys: LoginKeys,
    private readonly publicUrl: string,
    private readonly clock: Clock,
  ) {}

  /** In: the field `assertion` as it came. Throws PageRefusal: every fault is the one 401 page. No key is fetched in vain. */
  async prove(brand: DelegatingBrand, assertion: string): Promise<VerifiedAssertion> {
    const expected = {
      issuer: brand.delegation.assertionIssuer,
      consentUrl: brandAddresses(this.publicUrl, brand.id).consent,
    };
    const wanted = checkBrandAssertion(assertion, expected, this.clock.nowMs());
    if (!wanted.ok) throw new PageRefusal('assertion', `${wanted.error.rule}: ${wanted.error.detail}`);
    const keys = await this.keys.candidates(brand, wanted.value);
    const verified = verifyBrandAssertion(assertion, keys, expected, this.clock.nowMs());
    if (!verified.ok) throw new PageRefusal('assertion', `${verified.error.rule}: ${verified.error.detail}`);
    return verified.value;
  }
}
