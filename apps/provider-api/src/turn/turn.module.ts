import { Module } from '@nestjs/common';
import { StepUpLinks } from '../delegation/step-up-links';
import { AgentTurns } from './agent-turns';
import { MessageRefusals } from './message-refusals';
import { TurnEndings } from './turn-endings';
import { TurnQueue } from './turn-queue';
import { TurnReceipts } from './turn-receipts';
import { TurnSweeps } from './turn-sweeps.service';
import { TurnService } from './turn.service';

/** Turns: from an admitted message to its stored reply. Needs RegistryModule. */
@Module({
  providers: [
    AgentTurns,
    MessageRefusals,
    StepUpLinks,
    TurnEndings,
    TurnQueue,
    TurnReceipts,
    TurnService,
    TurnSweeps,
  ],
  exports: [MessageRefusals, TurnService],
})
export class TurnModule {}
