import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller';
import { AuditService } from './audit.service';

/** The append-only record of changes. */
@Module({ controllers: [AuditController], providers: [AuditService] })
export class AuditModule {}
