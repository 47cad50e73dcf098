import { Global, Module, type OnModuleDestroy, type Provider } from '@nestjs/common';
import {
  assertOpaqueAudience,
  createRateLimiter,
  EgressClient,
  loadDeploymentKey,
  Metrics,
  RateLimiter,
  Settings,
  Sql,
} from '@surety/platform';
import { deployment } from '@surety/registry';
import { DataSource } from 'typeorm';
import { adminUrl } from './admin-url';
import { CLOCK, systemClock } from './clock.token';
import { DEPLOYMENT_AUDIENCE } from './deployment-audience.token';
import { DEPLOYMENT_KEY } from './deployment-key.token';
import { NewIds } from './new-ids';
import { Pages } from './paging/pages.service';

const PROVIDERS: Provider[] = [
  { provide: CLOCK, useValue: systemClock },
  { provide: DEPLOYMENT_KEY, inject: [Settings], useFactory: loadDeploymentKey },
  { provide: DEPLOYMENT_AUDIENCE, inject: [DataSource, Settings], useFactory: readAudience },
  {
    provide: EgressClient,
    inject: [Settings],
    useFactory: ({ allowLoopbackHttp, egressAllow }: Settings) =>
      new EgressClient({ allowLoopbackHttp, allowCidrs: egressAllow }),
  },
  {
    provide: RateLimiter,
    inject: [Sql, Settings, Metrics],
    useFactory: (sql: Sql, { redisUrl }: Settings, metrics: Metrics) =>
      createRateLimiter({ sql, ...(redisUrl === undefined ? {} : { redisUrl }), metrics }),
  },
  NewIds,
  Pages,
];

/** What every module needs beside the registry: keys, clock, ids, pages, the way out and the limits. */
@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class OutsideModule implements OnModuleDestroy {
  constructor(private readonly egress: EgressClient) {}

  /** Closes kept connections. */
  onModuleDestroy(): void {
    this.egress.close();
  }
}

/** What personal agents sign for; a deployment whose audience could be guessed from an address does not start (P33). */
async function readAudience(dataSource: DataSource, settings: Settings): Promise<string> {
  const { audience } = await deployment(dataSource);
  assertOpaqueAudience(audience, [settings.publicUrl, adminUrl(settings)]);
  return audience;
}
