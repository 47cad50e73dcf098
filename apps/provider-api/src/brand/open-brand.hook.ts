import { NotHere } from '@surety/identity';
import { Injectable } from '@nestjs/common';
import { Directory } from '../directory/directory.service';
import { type OpenBrand } from '../directory/open-brand';

/** Finds the Brand of an authenticated request (PACT 2.2): unknown and closed are one bare 404 (P36). */
@Injectable()
export class OpenBrandHook {
  constructor(private readonly directory: Directory) {}

  /** In: the Brand id of the path. Throws NotHere; an unreachable store throws what it threw. */
  async find(brandId: string): Promise<OpenBrand> {
    const brand = await this.directory.brand(brandId);
    if (!brand) throw new NotHere('unknown or closed Brand');
    return brand;
  }
}
