import { type BrandAddresses, brandAddresses, serverMetadata } from '@surety/device-grant';
import { InvalidatedCache } from '@surety/identity';
import { NotificationListener, Settings } from '@surety/platform';
import {
  type BrandRow,
  Brands,
  type OfferedDelegation,
  offersDelegation,
  onRegistryChange,
} from '@surety/registry';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LANGUAGE_TAGS } from '../pages/languages';

const CACHED_BRANDS = 2_000;

/** An open Brand that offers delegation (P31), with what its row implies once per change. */
export interface OpenDelegatingBrand extends BrandRow {
  readonly delegation: OfferedDelegation & { readonly assertionIssuer: string };
  readonly addresses: BrandAddresses;
  /** Its scope ids in card order. */
  readonly card: readonly string[];
  /** The metadata document as exact bytes. */
  readonly metadata: Buffer;
}

/**
 * The Brands of this authorization server, known without asking the database (P37): until the registry notifies a change; while the
 * listener is lost every look-up asks.
 */
@Injectable()
export class DelegatingBrands implements OnModuleInit {
  private readonly byId: InvalidatedCache<OpenDelegatingBrand>;

  constructor(
    private readonly listener: NotificationListener,
    brands: Brands,
    private readonly settings: Settings,
  ) {
    const trusted = () => listener.trusted;
    this.byId = new InvalidatedCache(CACHED_BRANDS, trusted, async id =>
      this.prepare(await brands.findOpen(id)),
    );
  }

  onModuleInit(): void {
    const clear = () => this.byId.clear();
    onRegistryChange(this.listener, { changed: { brand: clear }, missed: clear });
  }

  /** Undefined for an unknown or closed Brand and for one that offers no delegation: all answer alike (P36). */
  find(id: string): Promise<OpenDelegatingBrand | undefined> {
    return this.byId.get(id);
  }

  private prepare(row: BrandRow | undefined): OpenDelegatingBrand | undefined {
    if (!row || !offersDelegation(row)) return undefined;
    const addresses = brandAddresses(this.settings.publicUrl, row.id);
    const card = row.scopes.map(({ id }) => id);
    const metadata = Buffer.from(serverMetadata(addresses, card, LANGUAGE_TAGS));
    const assertionIssuer = row.delegation.assertionIssuer ?? new URL(row.delegation.loginUrl).origin;
    return { ...row, delegation: { ...row.delegation, assertionIssuer }, addresses, card, metadata };
  }
}
