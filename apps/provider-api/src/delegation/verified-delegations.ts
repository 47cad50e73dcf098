import { hash } from 'node:crypto';
import { LIMITS } from '@surety/kernel';
import type { VerifiedDelegation } from '@surety/tokens';
import { LRUCache } from 'lru-cache';

interface Remembered extends VerifiedDelegation {
  readonly brandId: string;
  /** Until when it may be taken as verified, in milliseconds since the epoch. */
  readonly untilMs: number;
}

const REMEMBERED_MAX = 20_000;

/**
 * Delegation tokens that were verified a moment ago (P37), by their digest and never by themselves. Whether the grant still counts
 * is the caller's question, every time.
 */
export class VerifiedDelegations {
  private readonly tokens = new LRUCache<string, Remembered>({ max: REMEMBERED_MAX });

  /**
   * What the token proved at this Brand beside this personal agent, while that may still be taken for granted. In: the token, the
   * Brand's id, the issuer of the personal agent, process time in milliseconds.
   */
  recall(token: string, brandId: string, clientId: string, nowMs: number): VerifiedDelegation | undefined {
    const known = this.tokens.get(digestOf(token));
    if (known === undefined || known.brandId !== brandId || known.clientId !== clientId) return undefined;
    return nowMs < known.untilMs ? known : undefined;
  }

  /** Remembers a token until its `exp` or for 30 s, whichever comes first. */
  remember(token: string, brandId: string, proven: VerifiedDelegation, nowMs: number): void {
    const untilMs = Math.min(proven.expMs, nowMs + LIMITS.verifiedTokenSeconds * 1000);
    this.tokens.set(digestOf(token), { ...proven, brandId, untilMs });
  }
}

const digestOf = (token: string): string => hash('sha256', token, 'base64url');
