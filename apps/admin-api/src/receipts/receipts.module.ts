import { Module } from '@nestjs/common';
import { ReceiptsController } from './receipts.controller';
import { ReceiptsService } from './receipts.service';

/** Receipts: what was done in the name of Users. */
@Module({ controllers: [ReceiptsController], providers: [ReceiptsService] })
export class ReceiptsModule {}
