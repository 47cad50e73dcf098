import { Module } from '@nestjs/common';
import { BrandsModule } from '../brands/brands.module';
import { OperatedKeys } from '../signing-keys/operated-keys.service';
import { BrandKeysController } from './brand-keys.controller';
import { BrandKeysService } from './brand-keys.service';

/** The keys that sign delegation tokens and receipts of Brands: list, rotation. */
@Module({
  imports: [BrandsModule],
  controllers: [BrandKeysController],
  providers: [BrandKeysService, OperatedKeys],
})
export class BrandKeysModule {}
