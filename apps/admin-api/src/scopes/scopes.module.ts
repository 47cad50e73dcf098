import { Module } from '@nestjs/common';
import { BrandsModule } from '../brands/brands.module';
import { ScopesController } from './scopes.controller';
import { ScopesService } from './scopes.service';

/** Scopes: what a Brand's Users may be asked for. */
@Module({ imports: [BrandsModule], controllers: [ScopesController], providers: [ScopesService] })
export class ScopesModule {}
