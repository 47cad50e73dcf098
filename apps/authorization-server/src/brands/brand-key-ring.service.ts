import { InvalidatedCache } from '@surety/identity';
import { invariant } from '@surety/kernel';
import { NotificationListener } from '@surety/platform';
import { SigningKeys } from '@surety/registry';
import { type PrivateSigningJwk, type VerificationKey, readJwks } from '@surety/tokens';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const CACHED_KEY_SETS = 2_000;

/** The published keys of a Brand: as exact bytes, and ready to verify with. */
export interface PublishedKeys {
  readonly document: Buffer;
  readonly keys: readonly VerificationKey[];
}

/** The keys that a Brand's authorization server signs with (P24); the first one is made when it is first asked for. */
@Injectable()
export class BrandKeyRing implements OnModuleInit {
  private readonly sets: InvalidatedCache<PublishedKeys>;

  constructor(
    private readonly listener: NotificationListener,
    private readonly keys: SigningKeys,
  ) {
    this.sets = new InvalidatedCache(
      CACHED_KEY_SETS,
      () => listener.trusted,
      brandId => this.readPublished(brandId),
    );
  }

  onModuleInit(): void {
    this.listener.on('surety_registry', payload => {
      const { kind } = JSON.parse(payload) as { kind: string };
      if (kind === 'signing-key') this.sets.clear();
    });
    this.listener.onRegained(() => this.sets.clear());
  }

  /** Next, active and retired keys: what `O/jwks.json` shows. */
  async published(brandId: string): Promise<PublishedKeys> {
    const published = await this.sets.get(brandId);
    invariant(published, 'a key set is read or made');
    return published;
  }

  /** The private key that signs now. */
  async signing(brandId: string): Promise<PrivateSigningJwk> {
    await this.published(brandId);
    return this.keys.activeJwk({ brandId });
  }

  private async readPublished(brandId: string): Promise<PublishedKeys> {
    let rows = await this.keys.published({ brandId });
    if (rows.length === 0) {
      await this.keys.ensure({ brandId });
      rows = await this.keys.published({ brandId });
    }
    const text = JSON.stringify({ keys: rows.map(({ publicJwk }) => publicJwk) });
    const keys = readJwks(text);
    invariant(keys.ok, 'keys that the registry made are a key set');
    return { document: Buffer.from(text), keys: keys.value };
  }
}
