import { Controller, Get, Header } from '@nestjs/common';
import type { PublicSigningJwk } from '@surety/tokens';
import { BrandKeys } from './brand-keys';
import { BRAND_PATHS } from './brand-paths';

/** The keys that prove logins at the demo Brand (PACT wire 3). */
@Controller()
export class BrandKeysController {
  constructor(private readonly keys: BrandKeys) {}

  @Get(BRAND_PATHS.jwks)
  @Header('Cache-Control', 'public, max-age=300')
  jwks(): { keys: PublicSigningJwk[] } {
    return { keys: [this.keys.publicJwk] };
  }
}
