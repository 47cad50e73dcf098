import {
  CidrSet,
  EgressClient,
  LOGGER,
  type Logger,
  Metrics,
  Settings,
  sourceAddress,
  systemClock,
} from '@surety/platform';
import { JwksStatus } from '@surety/registry';
import type { Provider } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type IdentityObserver, identityMetrics } from './identity-observer';
import { IssuerDiscovery } from './issuer-discovery';
import { JwksCache } from './jwks-cache.service';
import { OpenMode } from './open-mode';
import { PaDirectory } from './pa-directory.port';
import { PaJwtHook } from './pa-jwt.hook';
import { VerifiedTokens } from './verified-tokens';

/** Injection token of the one audience of the deployment (P33), a string. */
export const ASSIGNED_AUDIENCE = Symbol('ASSIGNED_AUDIENCE');

const REGISTERED_SETS_MAX = 10_000;
const UNKNOWN_ISSUER_SETS_MAX = 500;

/**
 * Provides {@link PaJwtHook}. The app provides Settings, EgressClient, Metrics, LOGGER, JwksStatus, {@link PaDirectory} and
 * {@link ASSIGNED_AUDIENCE}.
 */
export const identityProviders: Provider[] = [
  {
    provide: PaJwtHook,
    inject: [ASSIGNED_AUDIENCE, Settings, EgressClient, Metrics, LOGGER, PaDirectory, JwksStatus],
    useFactory: makeHook,
  },
];

function makeHook(
  audience: string,
  settings: Settings,
  egress: EgressClient,
  metrics: Metrics,
  logger: Logger,
  directory: PaDirectory,
  status: JwksStatus,
): PaJwtHook {
  const observer = identityMetrics(metrics);
  const onFault = (error: unknown) => logger.error({ err: error }, 'fetching a key set failed unexpectedly');
  const cacheOptions = { egress, clock: systemClock, observer, onFault };
  const keys = new JwksCache({
    ...cacheOptions,
    maxEntries: REGISTERED_SETS_MAX,
    onReport: ({ issuer }, outcome) => {
      directory
        .byIssuer(issuer)
        .then(row => row && status.record(row.id, outcome))
        .catch((error: unknown) =>
          logger.warn({ err: error, issuer }, 'the state of a key set was not kept'),
        );
    },
  });
  const strangersKeys = new JwksCache({
    ...cacheOptions,
    maxEntries: UNKNOWN_ISSUER_SETS_MAX,
    onReport: () => undefined,
  });
  return new PaJwtHook({
    audience,
    clock: systemClock,
    directory,
    keys,
    verified: new VerifiedTokens(),
    observer,
    openMode: settings.openMode ? openMode(settings, egress, observer, strangersKeys) : undefined,
  });
}

function openMode(
  settings: Settings,
  egress: EgressClient,
  observer: IdentityObserver,
  keys: JwksCache,
): OpenMode {
  const { allowLoopbackHttp } = settings;
  const discovery = new IssuerDiscovery({ egress, clock: systemClock, observer, allowLoopbackHttp });
  const trusted = new CidrSet(settings.trustedProxies);
  const sourceOf = ({ raw }: FastifyRequest) =>
    sourceAddress(raw.socket.remoteAddress ?? '', raw.headers['x-forwarded-for'], trusted);
  return new OpenMode(discovery, keys, sourceOf);
}
