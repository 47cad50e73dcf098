import { brandAddresses } from '@surety/device-grant';
import type { Clock } from '@surety/kernel';
import type { BrandKeys } from '@surety/identity';
import { type VerifiedAssertion, checkBrandAssertion, verifyBrandAssertion } from '@surety/tokens';
import type { DelegatingBrand } from '../pages/delegating-brand';
import { PageRefusal } from '../pages/page-refusal';

/** Proves by the Brand's assertion who signed in there (PACT 5.3, P21). */
export class Assertions {
  constructor(
    private readonly keys: Pick<BrandKeys, 'verifyWith'>,
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
    const verified = await this.keys.verifyWith(brand, wanted.value, keys =>
      verifyBrandAssertion(assertion, keys, expected, this.clock.nowMs()),
    );
    if (verified.ok) return verified.value;
    const why = typeof verified.error === 'string' ? verified.error : verified.error.detail;
    throw new PageRefusal('assertion', `signature: ${why}`);
  }
}
