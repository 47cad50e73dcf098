import { egressProvider, rateLimiterProvider } from '@surety/platform';
import { RegistryModule } from '@surety/registry';
import { Module } from '@nestjs/common';
import { AdmissionPipeline } from './a2a/admission.pipeline';
import { OpenBrandHook } from './brand/open-brand.hook';
import { CardController } from './card/card.controller';
import { DelegationHook } from './delegation/delegation.hook';
import { AgentFactory } from './directory/agent-factory';
import { Directory } from './directory/directory.service';
import { OpenBrands } from './directory/open-brand';
import { OpenModeRegistrar } from './directory/open-mode.registrar';
import { assignedAudience } from './identity/assigned-audience.provider';
import { identityProviders } from './identity/identity.providers';
import { PaDirectory } from './identity/pa-directory.port';
import { WebhookJwksController } from './keys/webhook-jwks.controller';
import { RateHook } from './limits/rate.hook';
import { MessageController } from './message/message.controller';
import { TasksController } from './tasks/tasks.controller';
import { TurnModule } from './turn/turn.module';

/** The Provider: A2A 1.0 over HTTP+JSON for every Brand (PACT Identity). Needs PlatformModule, which `bootApp` brings. */
@Module({
  imports: [RegistryModule.register({ applicationName: 'provider-api' }), TurnModule],
  controllers: [CardController, MessageController, TasksController, WebhookJwksController],
  providers: [
    egressProvider,
    rateLimiterProvider,
    assignedAudience,
    ...identityProviders,
    { provide: PaDirectory, useExisting: Directory },
    AgentFactory,
    Directory,
    OpenBrands,
    OpenModeRegistrar,
    OpenBrandHook,
    DelegationHook,
    RateHook,
    AdmissionPipeline,
  ],
})
export class ProviderModule {}
