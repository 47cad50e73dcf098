import {
  EgressClient,
  type Logger,
  LOGGER,
  Metrics,
  Settings,
  SourceAddress,
  systemClock,
} from '@surety/platform';
import { JwksStatus } from '@surety/registry';
import type { Provider } from '@nestjs/common';
import { ASSIGNED_AUDIENCE, assignedAudience } from './assigned-audience.provider';
import { BrandKeys } from './brand-keys';
import { type IdentityObserver, identityMetrics } from './identity-observer';
import { IssuerDiscovery } from './issuer-discovery';
import { JwksCache, type JwksCacheOptions } from './jwks-cache.service';
import { OpenMode } from './open-mode';
import { OpenModeRegistrar } from './open-mode.registrar';
import { PaDirectory } from './pa-directory.port';
import { PaJwtHook, type ProvenCaller } from './pa-jwt.hook';
import { PersonalAgentDirectory } from './personal-agent.directory';
import { PublishedKeySets } from './published-key-sets';
import { RememberedTokens } from './remembered-tokens';
import { RateHook } from './rate.hook';

const REGISTERED_SETS_MAX = 10_000;
const UNKNOWN_ISSUER_SETS_MAX = 500;

/** Injection token of the {@link IdentityObserver} of the process: its metrics exist once. */
const IDENTITY_OBSERVER = Symbol('IDENTITY_OBSERVER');

/**
 * Provides {@link PaJwtHook}, {@link RateHook}, {@link PublishedKeySets}, {@link PaDirectory}, {@link SourceAddress} and the assigned audience. The app
 * imports RegistryModule and provides EgressClient and RateLimiter.
 */
export const identityProviders: Provider[] = [
  assignedAudience,
  OpenModeRegistrar,
  PersonalAgentDirectory,
  { provide: PaDirectory, useExisting: PersonalAgentDirectory },
  PublishedKeySets,
  RateHook,
  SourceAddress,
  { provide: IDENTITY_OBSERVER, inject: [Metrics], useFactory: identityMetrics },
  {
    provide: PaJwtHook,
    inject: [
      ASSIGNED_AUDIENCE,
      Settings,
      EgressClient,
      LOGGER,
      PaDirectory,
      JwksStatus,
      SourceAddress,
      IDENTITY_OBSERVER,
    ],
    useFactory: makeHook,
  },
];

function makeHook(
  audience: string,
  settings: Settings,
  egress: EgressClient,
  logger: Logger,
  directory: PaDirectory,
  status: JwksStatus,
  source: SourceAddress,
  observer: IdentityObserver,
): PaJwtHook {
  const cacheOptions = keyFetching(egress, logger, observer);
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
  const { allowLoopbackHttp } = settings;
  const discovery = new IssuerDiscovery({ egress, clock: systemClock, observer, allowLoopbackHttp });
  return new PaJwtHook({
    audience,
    clock: systemClock,
    directory,
    keys,
    verified: new RememberedTokens<ProvenCaller>(),
    observer,
    openMode: settings.openMode
      ? new OpenMode(discovery, strangersKeys, request => source.of(request))
      : undefined,
  });
}

const BRAND_SETS_MAX = 2_000;

/** Provides {@link BrandKeys} beside {@link identityProviders}. */
export const brandKeysProvider: Provider = {
  provide: BrandKeys,
  inject: [EgressClient, LOGGER, IDENTITY_OBSERVER],
  useFactory: (egress: EgressClient, logger: Logger, observer: IdentityObserver) =>
    new BrandKeys(
      new JwksCache({
        ...keyFetching(egress, logger, observer),
        maxEntries: BRAND_SETS_MAX,
        onReport: () => undefined,
      }),
    ),
};

function keyFetching(
  egress: EgressClient,
  logger: Logger,
  observer: IdentityObserver,
): Pick<JwksCacheOptions, 'egress' | 'clock' | 'observer' | 'onFault'> {
  const onFault = (error: unknown) => logger.error({ err: error }, 'fetching a key set failed unexpectedly');
  return { egress, clock: systemClock, observer, onFault };
}
