import { hash } from 'node:crypto';
import { LIMITS } from '@surety/kernel';
import type { VerifiedPaJwt } from '@surety/tokens';
import { LRUCache } from 'lru-cache';

/** A verified token as it is remembered: what it proved, and by whose registration it was judged. */
export interface RememberedToken {
  readonly issuer: string;
  readonly sub: string;
  readonly personalAgentId: string;
  readonly jwksUri: string;
  /** Until when it may be taken as verified, in milliseconds since the epoch. */
  readonly untilMs: number;
}

const REMEMBERED_MAX = 20_000;

/**
 * Tokens that were verified a moment ago (P37), so that a personal agent that reuses one costs a digest and not a signature.
 * Holds the digest and never the token. Whether the personal agent is still enabled is the caller's question, every time.
 */
export class VerifiedTokens {
  private readonly tokens = new LRUCache<string, RememberedToken>({ max: REMEMBERED_MAX });

  /** The name under which a token is remembered: its SHA-256. */
  digestOf(token: string): string {
    return hash('sha256', token, 'base64url');
  }

  /** What the token proved, while that may still be taken for granted. In: process time in milliseconds. */
  recall(digest: string, nowMs: number): RememberedToken | undefined {
    const remembered = this.tokens.get(digest);
    if (!remembered || nowMs < remembered.untilMs) return remembered;
    this.tokens.delete(digest);
    return undefined;
  }

  /** Remembers a token until its `exp` or for 30 s, whichever comes first; one past its `exp` is not remembered. */
  remember(
    digest: string,
    { issuer, sub, expMs }: VerifiedPaJwt,
    personalAgent: { readonly id: string; readonly jwksUri: string },
    nowMs: number,
  ): void {
    const untilMs = Math.min(expMs, nowMs + LIMITS.verifiedTokenSeconds * 1000);
    if (untilMs <= nowMs) return;
    const { id: personalAgentId, jwksUri } = personalAgent;
    this.tokens.set(digest, { issuer, sub, personalAgentId, jwksUri, untilMs });
  }
}
