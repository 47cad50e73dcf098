import { Module } from '@nestjs/common';
import { TurnQueue } from './turn-queue';
import { TurnService } from './turn.service';

/** Turns: from an admitted message to its stored reply. Needs RegistryModule. */
@Module({ providers: [TurnQueue, TurnService], exports: [TurnService] })
export class TurnModule {}
