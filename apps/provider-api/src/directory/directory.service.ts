import { InvalidatedCache } from '@surety/identity';
import { NotificationListener } from '@surety/platform';
import { type BrandRow, Brands, Tools, onRegistryChange } from '@surety/registry';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type OpenBrand, OpenBrands } from './open-brand';

const CACHED_BRANDS = 2_000;

/**
 * What the hot path knows of Brands without asking the database (P37): entries live until the registry
 * notifies a change, which is within one second on every replica; while the listener is lost every look-up asks the database.
 */
@Injectable()
export class Directory implements OnModuleInit {
  private readonly brandsById: InvalidatedCache<OpenBrand>;
  private readonly brandsByDomain: InvalidatedCache<OpenBrand>;

  constructor(
    private readonly listener: NotificationListener,
    openBrands: OpenBrands,
    brands: Brands,
    tools: Tools,
  ) {
    const trusted = () => listener.trusted;
    const prepare = async (row: BrandRow | undefined) =>
      openBrands.prepare(row, row ? await tools.enabledOf(row.id) : []);
    this.brandsById = new InvalidatedCache(CACHED_BRANDS, trusted, async id =>
      prepare(await brands.findOpen(id)),
    );
    this.brandsByDomain = new InvalidatedCache(CACHED_BRANDS, trusted, async domain =>
      prepare(await brands.findOpenByDomain(domain)),
    );
  }

  onModuleInit(): void {
    const clear = () => {
      this.brandsById.clear();
      this.brandsByDomain.clear();
    };
    onRegistryChange(this.listener, { changed: { brand: clear }, missed: clear });
  }

  /** The open Brand of this id; a closed one is as unknown as one that never was (P36). */
  brand(id: string): Promise<OpenBrand | undefined> {
    return this.brandsById.get(id);
  }

  /** The open Brand that registered this domain (P35). In: a host name in lower case without port or trailing dot. */
  brandOfDomain(domain: string): Promise<OpenBrand | undefined> {
    return this.brandsByDomain.get(domain);
  }
}
