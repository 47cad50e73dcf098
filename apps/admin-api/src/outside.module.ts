import { type DynamicModule, Module, type OnModuleDestroy, type Provider } from '@nestjs/common';
import { createRateLimiter, EgressClient, Metrics, RateLimiter, Settings, Sql } from '@surety/platform';
import type { AdminParts } from './admin-parts';
import { CLOCK } from './clock.token';
import { DEPLOYMENT_AUDIENCE } from './deployment-audience.token';
import { DEPLOYMENT_KEY } from './deployment-key.token';
import { NewIds } from './new-ids';
import { Pages } from './paging/pages.service';

/** What every module needs beside the database: keys, clock, ids, pages, the way out and the limits. */
@Module({})
export class OutsideModule implements OnModuleDestroy {
  constructor(private readonly egress: EgressClient) {}

  /** Module with what was opened for this app. */
  static register({ clock, deploymentKey, audience }: AdminParts): DynamicModule {
    const providers: Provider[] = [
      { provide: CLOCK, useValue: clock },
      { provide: DEPLOYMENT_KEY, useValue: deploymentKey },
      { provide: DEPLOYMENT_AUDIENCE, useValue: audience },
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
    return { module: OutsideModule, global: true, providers, exports: providers };
  }

  /** Closes kept connections. */
  onModuleDestroy(): void {
    this.egress.close();
  }
}
