import { identityProviders } from '@surety/identity';
import { egressProvider, rateLimiterProvider } from '@surety/platform';
import { RegistryModule } from '@surety/registry';
import { Module } from '@nestjs/common';
import { AdmissionPipeline } from './a2a/admission.pipeline';
import { OpenBrandHook } from './brand/open-brand.hook';
import { CardController } from './card/card.controller';
import { DelegationHook } from './delegation/delegation.hook';
import { GrantUse } from './delegation/grant-use';
import { AgentFactory } from './directory/agent-factory';
import { DelegationDirectory } from './directory/delegation.directory';
import { Directory } from './directory/directory.service';
import { OpenBrands } from './directory/open-brand';
import { WebhookJwksController } from './keys/webhook-jwks.controller';
import { MessageController } from './message/message.controller';
import { OAuthForwarder } from './oauth-upstream/oauth-forwarder';
import { TasksController } from './tasks/tasks.controller';
import { TurnModule } from './turn/turn.module';

/** The Provider: A2A 1.0 over HTTP+JSON for every Brand (PACT Identity). Needs PlatformModule, which `bootApp` brings. */
@Module({
  imports: [RegistryModule.register({ applicationName: 'provider-api' }), TurnModule],
  controllers: [CardController, MessageController, TasksController, WebhookJwksController],
  providers: [
    egressProvider,
    rateLimiterProvider,
    ...identityProviders,
    AgentFactory,
    Directory,
    OpenBrands,
    OpenBrandHook,
    DelegationDirectory,
    DelegationHook,
    GrantUse,
    AdmissionPipeline,
    OAuthForwarder,
  ],
})
export class ProviderModule {}
