import { Module } from '@nestjs/common';
import { JwksProbe } from './jwks-probe';
import { PersonalAgentsController } from './personal-agents.controller';
import { PersonalAgentsService } from './personal-agents.service';

/** Personal agents: registration, limits, enabling, a live look at their keys. */
@Module({ controllers: [PersonalAgentsController], providers: [PersonalAgentsService, JwksProbe] })
export class PersonalAgentsModule {}
