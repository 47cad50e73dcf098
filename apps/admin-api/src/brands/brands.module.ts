import { Module } from '@nestjs/common';
import { AgentTestService } from '../agent-test/agent-test.service';
import { DelegationKeeper } from '../delegation/delegation-keeper.service';
import { JwksProbe } from '../personal-agents/jwks-probe';
import { ToolWriter } from '../tools/tool-writer.service';
import { WebhookKeysModule } from '../webhook-keys/webhook-keys.module';
import { AgentWriter } from './agent-writer.service';
import { BrandChecks } from './brand-checks.service';
import { BrandsController } from './brands.controller';
import { BrandsService } from './brands.service';

/** Brands: card, agent, checklist, trial of the agent, closing. */
@Module({
  imports: [WebhookKeysModule],
  controllers: [BrandsController],
  providers: [
    BrandsService,
    AgentWriter,
    BrandChecks,
    JwksProbe,
    AgentTestService,
    DelegationKeeper,
    ToolWriter,
  ],
  exports: [BrandsService, ToolWriter],
})
export class BrandsModule {}
