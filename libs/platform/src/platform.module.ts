import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { HealthController } from './health/health.controller';
import { Readiness } from './health/readiness';
import { DrainState } from './http/drain-state';
import { LOGGER } from './logging/create-logger';
import { Metrics } from './metrics/metrics';
import { MetricsController } from './metrics/metrics.controller';
import { Settings } from './settings/settings';

/** What exists before Nest does and every module of an app may inject. */
export interface ProcessParts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly drain: DrainState;
}

/** Global module of every app: settings, log, metrics, readiness, and the routes of health and metrics. */
@Module({})
export class PlatformModule {
  static register({ settings, logger, metrics, drain }: ProcessParts): DynamicModule {
    const providers: Provider[] = [
      { provide: Settings, useValue: settings },
      { provide: LOGGER, useValue: logger },
      { provide: Metrics, useValue: metrics },
      { provide: DrainState, useValue: drain },
      Readiness,
    ];
    return {
      module: PlatformModule,
      global: true,
      controllers: settings.metricsPort ? [HealthController] : [HealthController, MetricsController],
      providers,
      exports: providers,
    };
  }
}
