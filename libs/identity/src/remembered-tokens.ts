import { hash } from 'node:crypto';
import { LIMITS } from '@surety/kernel';
import { LRUCache } from 'lru-cache';

interface Entry<T> {
  readonly proven: T;
  /** Until when it may be taken as verified, in milliseconds since the epoch. */
  readonly untilMs: number;
}

const REMEMBERED_MAX = 20_000;

/**
 * What tokens proved that were verified a moment ago (P37), so that one that is used again costs a digest and not a signature. Holds
 * digests and never a token. Whether what was proven still counts is the caller's question, every time.
 */
export class RememberedTokens<T extends object> {
  private readonly tokens = new LRUCache<string, Entry<T>>({ max: REMEMBERED_MAX });

  /** The name under which a token is remembered: its SHA-256. */
  digestOf(token: string): string {
    return hash('sha256', token, 'base64url');
  }

  /** What the token proved, while that may still be taken for granted. In: process time in milliseconds. */
  recall(digest: string, nowMs: number): T | undefined {
    const remembered = this.tokens.get(digest);
    if (!remembered || nowMs < remembered.untilMs) return remembered?.proven;
    this.tokens.delete(digest);
    return undefined;
  }

  /** Remembers it until `exp` or for 30 s, whichever comes first; one past its `exp` is not remembered. */
  remember(digest: string, proven: T, expMs: number, nowMs: number): void {
    const untilMs = Math.min(expMs, nowMs + LIMITS.verifiedTokenSeconds * 1000);
    if (untilMs > nowMs) this.tokens.set(digest, { proven, untilMs });
  }
}
