import 'reflect-metadata';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { armFailPoints } from '../failpoint/fail-point';
import { createLogger } from '../logging/create-logger';
import { NestLog } from '../logging/nest-log';
import { Metrics } from '../metrics/metrics';
import { serveMetrics } from '../metrics/metrics-server';
import { PlatformModule } from '../platform.module';
import { unknownSettings } from '../settings/read-settings';
import type { Settings } from '../settings/settings';
import { type BodyMode, type RewriteUrl, createFastify } from './create-fastify';
import { DrainState } from './drain-state';
import { listenOn } from './listen';
import { observeAnswers } from './observe';
import { RunningApp } from './running-app';

/** What an app says about itself when it boots. */
export interface BootOptions {
  /** Shown in log, metrics and `pg_stat_activity`, such as `provider-api`. */
  readonly name: string;
  readonly settings: Settings;
  readonly module: Type | DynamicModule;
  readonly bodies: BodyMode;
  readonly rewriteUrl?: RewriteUrl;
  /** Hooks, filters, guards and routes that are no module's: runs before the app listens. */
  readonly configure?: (app: NestFastifyApplication, server: FastifyInstance) => void | Promise<void>;
  /** False when several apps share one process, whose owner then stops them. */
  readonly stopOnSignals?: boolean;
}

/** Room for what an app imports: Nest wants one module at the root. */
@Module({})
class AppRoot {}

/**
 * Boots a Nest app on Fastify: log, metrics, health, `Request-Id`, timeouts and draining are in place, bodies are taken
 * as `bodies` says, no forwarded header is trusted. Prints unknown settings. Out: the app, listening.
 * Throws what stops it from starting: a module that does not come up, an address in use.
 */
export async function bootApp(options: BootOptions): Promise<RunningApp> {
  const { settings, name } = options;
  const logger = createLogger(name, settings.logLevel);
  announce(settings, logger);
  armFailPoints(settings.failPoints);
  const drain = new DrainState();
  const metrics = new Metrics(name);
  const server = createFastify(drain, options.bodies, options.rewriteUrl);
  observeAnswers(server, metrics, logger);
  const platform = PlatformModule.register({ settings, logger, metrics, drain });
  const app = await NestFactory.create<NestFastifyApplication>(
    { module: AppRoot, imports: [platform, options.module] },
    new FastifyAdapter(server),
    { logger: new NestLog(logger), bodyParser: options.bodies === 'json', abortOnError: false },
  );
  await options.configure?.(app, server);
  if (settings.metricsPort) await openMetrics(server, metrics, settings);
  await app.init();
  const listening = await listenOn(server, settings.listen, settings.port);
  const running = new RunningApp(app, listening, drain, settings, logger);
  if (options.stopOnSignals ?? true) ownProcess(running, settings.graceSeconds, logger);
  logger.info({ origins: running.origins }, 'listening');
  return running;
}

function announce(settings: Settings, logger: Logger): void {
  const unknown = unknownSettings(process.env);
  if (unknown.length > 0) logger.warn({ unknown }, 'unknown settings are ignored');
  if (settings.failPoints) logger.warn({ failPoints: settings.failPoints }, 'fail points are armed');
}

async function openMetrics(server: FastifyInstance, metrics: Metrics, settings: Settings): Promise<void> {
  const [host = '127.0.0.1'] = settings.listen;
  const metricsServer = await serveMetrics(metrics, host, settings.metricsPort ?? 0);
  server.addHook('onClose', async () => void metricsServer.close());
}

/**
 * The first SIGTERM or SIGINT stops the app, the next one ends its drain time; past the grace period nothing waits. What
 * would end the process by surprise is logged before it does.
 */
function ownProcess(running: RunningApp, graceSeconds: number, logger: Logger): void {
  const stop = () => {
    setTimeout(() => process.exit(1), graceSeconds * 1000).unref();
    running.stop().catch((err: unknown) => {
      logger.fatal({ err }, 'could not stop');
      process.exit(1);
    });
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('uncaughtExceptionMonitor', err => logger.fatal({ err }, 'the process ends'));
}
