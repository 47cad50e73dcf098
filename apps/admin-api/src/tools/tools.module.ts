import { Module } from '@nestjs/common';
import { BrandsModule } from '../brands/brands.module';
import { ToolsController } from './tools.controller';
import { ToolsService } from './tools.service';

/** Tools: what a Brand's agent may call. */
@Module({ imports: [BrandsModule], controllers: [ToolsController], providers: [ToolsService] })
export class ToolsModule {}
