import { LOGGER, type Logger } from '@surety/platform';
import { Grants } from '@surety/registry';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

const NOTED_EVERY_MS = 60_000;
const NOTED_MAX = 50_000;

/**
 * Keeps what Users and operators see as "last used" true to a minute: a grant is written once a minute by a process at most, and
 * nobody waits for it.
 */
@Injectable()
export class GrantUse {
  private readonly noted = new LRUCache<string, true>({ max: NOTED_MAX, ttl: NOTED_EVERY_MS });

  constructor(
    private readonly grants: Grants,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Notes that a token of this grant was used just now. */
  note(grantId: string): void {
    if (this.noted.has(grantId)) return;
    this.noted.set(grantId, true);
    this.grants.touch(grantId).catch((error: unknown) => {
      this.noted.delete(grantId);
      this.log.warn({ grantId, err: error }, 'the last use of a grant was not noted');
    });
  }
}
