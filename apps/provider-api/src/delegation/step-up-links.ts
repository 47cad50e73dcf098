import { invariant } from '@surety/kernel';
import { verificationLinks } from '@surety/device-grant';
import { DeviceRequests } from '@surety/registry';
import { Injectable } from '@nestjs/common';
import type { OpenBrand } from '../directory/open-brand';

/** Where a User grants what a step-up asked for (PACT 5.5, P28): a device authorization whose device code nobody gets. */
@Injectable()
export class StepUpLinks {
  constructor(private readonly requests: DeviceRequests) {}

  /**
   * The link of a fresh authorization, or of the one of the same scopes and User that is less than 60 s old and pending. In: a Brand
   * that delegates, who asks, scope ids in card order.
   */
  async linkFor(
    brand: OpenBrand,
    { personalAgentId, sub }: { readonly personalAgentId: string; readonly sub: string },
    scopes: readonly string[],
  ): Promise<string> {
    const { delegation } = brand;
    invariant(delegation, 'only a Brand that delegates has scopes that can be missing');
    const { userCode } = await this.requests.stepUp({ brandId: brand.id, personalAgentId, sub, scopes });
    const { loginUrl, liveSession, addresses } = delegation;
    const links = verificationLinks({ loginUrl, consentUrl: addresses.consent, userCode, liveSession });
    return links.verificationUriComplete;
  }
}
