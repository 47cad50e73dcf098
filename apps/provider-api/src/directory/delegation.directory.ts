import { InvalidatedCache } from '@surety/identity';
import { NotificationListener } from '@surety/platform';
import { Grants, SigningKeys } from '@surety/registry';
import { type DelegationGrant, type VerificationKey, readJwks } from '@surety/tokens';
import { invariant } from '@surety/kernel';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const CACHED_GRANTS = 50_000;
const CACHED_KEY_SETS = 2_000;

/**
 * What the hot path knows of grants and of the keys that Brands sign with, as Directory knows Brands (P37): until the registry
 * notifies a change; while the listener is lost every look-up asks the database.
 */
@Injectable()
export class DelegationDirectory implements OnModuleInit {
  private readonly grants: InvalidatedCache<DelegationGrant>;
  private readonly keySets: InvalidatedCache<readonly VerificationKey[]>;

  constructor(
    private readonly listener: NotificationListener,
    grants: Grants,
    keys: SigningKeys,
  ) {
    const trusted = () => listener.trusted;
    this.grants = new InvalidatedCache<DelegationGrant>(CACHED_GRANTS, trusted, async id => {
      const grant = await grants.find(id);
      return grant && { ...grant, revoked: grant.revokedAt !== null, endsAtMs: grant.endsAt.getTime() };
    });
    this.keySets = new InvalidatedCache(CACHED_KEY_SETS, trusted, brandId => publishedKeys(keys, brandId));
  }

  onModuleInit(): void {
    this.listener.on('surety_registry', payload => this.forget(payload));
    this.listener.onRegained(() => {
      this.grants.clear();
      this.keySets.clear();
    });
  }

  /** The grant of this id, dead or alive. */
  grant(id: string): Promise<DelegationGrant | undefined> {
    return this.grants.get(id);
  }

  /** The keys that verify what this Brand's authorization server signed, retired ones too (P24). */
  async keysOf(brandId: string): Promise<readonly VerificationKey[]> {
    return (await this.keySets.get(brandId)) ?? [];
  }

  private forget(payload: string): void {
    const { kind, id } = JSON.parse(payload) as { kind: string; id: string };
    if (kind === 'grant') this.grants.forget(id);
    if (kind === 'signing-key') this.keySets.clear();
  }
}

async function publishedKeys(keys: SigningKeys, brandId: string): Promise<readonly VerificationKey[]> {
  const published = await keys.published({ brandId });
  const read = readJwks(JSON.stringify({ keys: published.map(({ publicJwk }) => publicJwk) }));
  invariant(read.ok, 'keys that the registry made are a key set');
  return read.value;
}
