import { PublishedKeySets } from '@surety/identity';
import { type PublishedKeySet, SigningKeys } from '@surety/registry';
import type { PrivateSigningJwk } from '@surety/tokens';
import { Injectable } from '@nestjs/common';

/** The keys that a Brand's authorization server signs with (P24); the first one is made when it is first asked for. */
@Injectable()
export class BrandKeyRing {
  constructor(
    private readonly sets: PublishedKeySets,
    private readonly keys: SigningKeys,
  ) {}

  /** Next, active and retired keys: what `O/jwks.json` shows. */
  published(brandId: string): Promise<PublishedKeySet> {
    return this.sets.made({ brandId });
  }

  /** The private key that signs now. */
  signing(brandId: string): Promise<PrivateSigningJwk> {
    return this.keys.activeJwk({ brandId });
  }
}
