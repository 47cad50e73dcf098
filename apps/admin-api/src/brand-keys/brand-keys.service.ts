import { Injectable } from '@nestjs/common';
import { SigningKeys } from '@surety/registry';
import type { Call, Principal } from '../auth/principal';
import { BrandsService } from '../brands/brands.service';
import type { PageQuery } from '../input/query-rules';
import type { Page } from '../paging/pages.service';
import { Problem } from '../problem/problem';
import { OperatedKeys, type Rotation } from '../signing-keys/operated-keys.service';
import type { BrandKeyView } from './brand-key.view';

/** The keys that sign delegation tokens and receipts of a Brand (P20, P24). */
@Injectable()
export class BrandKeysService {
  constructor(
    private readonly brands: BrandsService,
    private readonly signing: SigningKeys,
    private readonly keys: OperatedKeys,
  ) {}

  /** One page, newest first; empty until the Brand first needs a key. Throws 404, also for another's Brand. */
  async list(brandId: string, query: PageQuery, caller: Principal): Promise<Page<BrandKeyView>> {
    await this.brands.find(brandId, caller);
    return this.keys.list(`brands/${brandId}/keys`, { brandId }, query);
  }

  /**
   * Publishes the next key now. A Brand that has none gets its first one before, so that what is rotated to is always published
   * ahead. Throws 404, and 409 for a closed Brand.
   */
  async rotate(brandId: string, rotation: Rotation, call: Call): Promise<BrandKeyView> {
    const brand = await this.brands.find(brandId, call.caller);
    if (brand.closedAt !== null) throw new Problem('conflict', 'A closed Brand signs nothing any more.');
    await this.signing.ensure({ brandId });
    return this.keys.rotate({ brandId }, rotation, call);
  }
}
