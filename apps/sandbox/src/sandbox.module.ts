import { Module } from '@nestjs/common';
import { Settings } from '@surety/platform';
import { BrandModule } from './brand/brand.module';
import { PERSONAL_AGENT_KEY, keepPersonalAgentKey, keyFileIn } from './personal-agent/personal-agent-key';
import { PersonalAgentController } from './personal-agent/personal-agent.controller';
import { SANDBOX_URL, sandboxUrl } from './sandbox-url';

/** The sandbox: the demo personal agents' keys, and a demo Brand that delegates; it has no database. */
@Module({
  imports: [BrandModule],
  controllers: [PersonalAgentController],
  providers: [
    { provide: SANDBOX_URL, inject: [Settings], useFactory: sandboxUrl },
    {
      provide: PERSONAL_AGENT_KEY,
      inject: [Settings],
      useFactory: (settings: Settings) =>
        keepPersonalAgentKey(settings.sandboxKeyFile ?? keyFileIn(settings.dataDir)),
    },
  ],
})
export class SandboxModule {}
