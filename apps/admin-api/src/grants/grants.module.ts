import { Module } from '@nestjs/common';
import { BrandsModule } from '../brands/brands.module';
import { GrantsController } from './grants.controller';
import { GrantsService } from './grants.service';

/** Grants: what Users let personal agents do, and its end. */
@Module({ imports: [BrandsModule], controllers: [GrantsController], providers: [GrantsService] })
export class GrantsModule {}
