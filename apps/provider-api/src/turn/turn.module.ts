import { Module } from '@nestjs/common';
import { TurnQueue } from './turn-queue';
import { TurnSweeps } from './turn-sweeps.service';
import { TurnService } from './turn.service';

/** Turns: from an admitted message to its stored reply. Needs RegistryModule. */
@Module({ providers: [TurnQueue, TurnService, TurnSweeps], exports: [TurnService] })
export class TurnModule {}
