import { Module } from '@nestjs/common';
import { MessageRefusals } from './message-refusals';
import { TurnQueue } from './turn-queue';
import { TurnSweeps } from './turn-sweeps.service';
import { TurnService } from './turn.service';

/** Turns: from an admitted message to its stored reply. Needs RegistryModule. */
@Module({
  providers: [MessageRefusals, TurnQueue, TurnService, TurnSweeps],
  exports: [MessageRefusals, TurnService],
})
export class TurnModule {}
