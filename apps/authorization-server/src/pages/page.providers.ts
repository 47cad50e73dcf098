import { BrandKeys } from '@surety/identity';
import { RateLimiter, Settings, loadDeploymentKey, systemClock } from '@surety/platform';
import { AssertionJtis, Consents, GuessedCodes, LiveSessions, UserGrants } from '@surety/registry';
import { pageSessionKey } from '@surety/tokens';
import type { Provider, Type } from '@nestjs/common';
import { AssetsController } from '../assets/assets.controller';
import { AssetFiles } from '../assets/page-assets';
import { BrandKeyRing } from '../brands/brand-key-ring.service';
import { ConnectedAgentsController } from '../connected-agents/connected-agents.controller';
import { ConnectedAgentsService } from '../connected-agents/connected-agents.service';
import { Assertions } from '../consent/assertions';
import { ConsentController } from '../consent/consent.controller';
import { ConsentService } from '../consent/consent.service';
import { DecisionService } from '../consent/decision.service';
import { ReceiptPageController } from '../receipt-page/receipt-page.controller';
import { ReceiptPageService } from '../receipt-page/receipt-page.service';
import { PageExchange } from './page-exchange';

/** Every controller that answers a browser. */
export const pageControllers: Type[] = [
  AssetsController,
  ConsentController,
  ConnectedAgentsController,
  ReceiptPageController,
];

/** What the pages need beside identity, rate limits, key rings and the registry, which the app provides. */
export const pageProviders: Provider[] = [
  AssetFiles,
  PageExchange,
  { provide: Assertions, inject: [BrandKeys, Settings], useFactory: makeAssertions },
  {
    provide: ConnectedAgentsService,
    inject: [Consents, UserGrants, RateLimiter, Settings],
    useFactory: makeConnectedAgents,
  },
  {
    provide: ConsentService,
    inject: [
      Assertions,
      GuessedCodes,
      AssertionJtis,
      Consents,
      LiveSessions,
      ConnectedAgentsService,
      Settings,
    ],
    useFactory: makeConsent,
  },
  {
    provide: DecisionService,
    inject: [Consents, Settings],
    useFactory: (consents: Consents, settings: Settings) =>
      new DecisionService(consents, consentSurroundings(settings), systemClock),
  },
  {
    provide: ReceiptPageService,
    inject: [BrandKeyRing, RateLimiter, Settings],
    useFactory: (keys: BrandKeyRing, limiter: RateLimiter, { publicUrl }: Settings) =>
      new ReceiptPageService(keys, limiter, publicUrl),
  },
];

function makeAssertions(keys: BrandKeys, { publicUrl }: Settings): Assertions {
  return new Assertions(keys, publicUrl, systemClock);
}

function makeConnectedAgents(
  consents: Consents,
  grants: UserGrants,
  limiter: RateLimiter,
  settings: Settings,
): ConnectedAgentsService {
  const manageKey = pageSessionKey(loadDeploymentKey(settings), 'manage');
  const surroundings = { publicUrl: settings.publicUrl, manageKey };
  return new ConnectedAgentsService(consents, grants, limiter, surroundings, systemClock);
}

function makeConsent(
  assertions: Assertions,
  guesses: GuessedCodes,
  jtis: AssertionJtis,
  consents: Consents,
  liveSessions: LiveSessions,
  connectedAgents: ConnectedAgentsService,
  settings: Settings,
): ConsentService {
  const surroundings = consentSurroundings(settings);
  return new ConsentService(
    assertions,
    guesses,
    jtis,
    consents,
    liveSessions,
    connectedAgents,
    surroundings,
    systemClock,
  );
}

function consentSurroundings(settings: Settings) {
  const consentKey = pageSessionKey(loadDeploymentKey(settings), 'consent');
  return { publicUrl: settings.publicUrl, consentKey };
}
