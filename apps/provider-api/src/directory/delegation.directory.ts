import { InvalidatedCache, PublishedKeySets } from '@surety/identity';
import { NotificationListener } from '@surety/platform';
import { Grants, onRegistryChange } from '@surety/registry';
import type { DelegationGrant, VerificationKey } from '@surety/tokens';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const CACHED_GRANTS = 50_000;

/**
 * What the hot path knows of grants and of the keys that Brands sign with, as Directory knows Brands (P37): until the registry
 * notifies a change; while the listener is lost every look-up asks the database.
 */
@Injectable()
export class DelegationDirectory implements OnModuleInit {
  private readonly grants: InvalidatedCache<DelegationGrant>;

  constructor(
    private readonly listener: NotificationListener,
    grants: Grants,
    private readonly keySets: PublishedKeySets,
  ) {
    const trusted = () => listener.trusted;
    this.grants = new InvalidatedCache<DelegationGrant>(CACHED_GRANTS, trusted, async id => {
      const grant = await grants.find(id);
      return grant && { ...grant, revoked: grant.revokedAt !== null, endsAtMs: grant.endsAt.getTime() };
    });
  }

  onModuleInit(): void {
    onRegistryChange(this.listener, {
      changed: { grant: id => this.grants.forget(id) },
      missed: () => this.grants.clear(),
    });
  }

  /** The grant of this id, dead or alive. */
  grant(id: string): Promise<DelegationGrant | undefined> {
    return this.grants.get(id);
  }

  /** The keys that verify what this Brand's authorization server signed, retired ones too (P24). */
  async keysOf(brandId: string): Promise<readonly VerificationKey[]> {
    return (await this.keySets.of({ brandId })).keys;
  }
}
