import { NotificationListener } from '@surety/platform';
import {
  type KeyOwner,
  type PublishedKeySet,
  SigningKeys,
  onRegistryChange,
  publishedKeySet,
} from '@surety/registry';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InvalidatedCache } from './invalidated-cache';

const CACHED_KEY_SETS = 2_000;

/**
 * The published keys of the deployment and of Brands (P24), known without asking the database (P37): until the registry notifies a
 * change; while the listener is lost every look-up asks.
 */
@Injectable()
export class PublishedKeySets implements OnModuleInit {
  private readonly sets: InvalidatedCache<PublishedKeySet>;

  constructor(
    private readonly listener: NotificationListener,
    private readonly keys: SigningKeys,
  ) {
    const trusted = () => listener.trusted;
    this.sets = new InvalidatedCache(CACHED_KEY_SETS, trusted, async name =>
      publishedKeySet(await keys.published(ownerOf(name))),
    );
  }

  onModuleInit(): void {
    const clear = () => this.sets.clear();
    onRegistryChange(this.listener, { changed: { 'signing-key': clear }, missed: clear });
  }

  /** Next, active and retired keys; none of a Brand that has not signed anything yet. */
  async of(owner: KeyOwner): Promise<PublishedKeySet> {
    return (await this.sets.get(nameOf(owner))) ?? publishedKeySet([]);
  }

  /** The same of a Brand that is about to sign: its first key is made where there is none. */
  async made(owner: KeyOwner): Promise<PublishedKeySet> {
    const known = await this.of(owner);
    if (known.keys.length > 0) return known;
    await this.keys.ensure(owner);
    this.sets.forget(nameOf(owner));
    return this.of(owner);
  }
}

const WEBHOOK = 'webhook';

/** No Brand has this prefix in its id. */
const nameOf = (owner: KeyOwner): string => (owner === 'webhook' ? WEBHOOK : `brand/${owner.brandId}`);

const ownerOf = (name: string): KeyOwner =>
  name === WEBHOOK ? 'webhook' : { brandId: name.slice('brand/'.length) };
