import { Module } from '@nestjs/common';
import { Settings } from '@surety/platform';
import { PERSONAL_AGENT_KEY, keepPersonalAgentKey, keyFileIn } from './personal-agent/personal-agent-key';
import { PersonalAgentController } from './personal-agent/personal-agent.controller';
import { SANDBOX_URL, sandboxUrl } from './sandbox-url';

/** The sandbox: for now the demo personal agents' keys; it has no database and knows no other app. */
@Module({
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
