import { Global, Module, type Provider } from '@nestjs/common';
import {
  assertOpaqueAudience,
  egressProvider,
  loadDeploymentKey,
  rateLimiterProvider,
  Settings,
  systemClock,
} from '@surety/platform';
import { deployment } from '@surety/registry';
import { DataSource } from 'typeorm';
import { AddressCheck } from './address-check.service';
import { adminUrl } from './admin-url';
import { CLOCK } from './clock.token';
import { DEPLOYMENT_AUDIENCE } from './deployment-audience.token';
import { DEPLOYMENT_KEY } from './deployment-key.token';
import { NewIds } from './new-ids';
import { Pages } from './paging/pages.service';

const PROVIDERS: Provider[] = [
  { provide: CLOCK, useValue: systemClock },
  { provide: DEPLOYMENT_KEY, inject: [Settings], useFactory: loadDeploymentKey },
  { provide: DEPLOYMENT_AUDIENCE, inject: [DataSource, Settings], useFactory: readAudience },
  egressProvider,
  rateLimiterProvider,
  NewIds,
  Pages,
  AddressCheck,
];

/** What every module needs beside the registry: keys, clock, ids, pages, the way out and the limits. */
@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class OutsideModule {}

/** What personal agents sign for; a deployment whose audience could be guessed from an address does not start (P33). */
async function readAudience(dataSource: DataSource, settings: Settings): Promise<string> {
  const { audience } = await deployment(dataSource);
  assertOpaqueAudience(audience, [settings.publicUrl, adminUrl(settings)]);
  return audience;
}
