import type { RateLimiter } from '@surety/platform';
import { PageRefusal } from './page-refusal';

/** What a source may do so often, by a name of its own. */
export interface SourceLimit {
  readonly name: string;
  readonly perMinute: number;
}

/** Counts one use by a source (PACT wire 3). Throws PageRefusal: the 429 page, when there were too many within a minute. */
export async function countBySource(
  limiter: Pick<RateLimiter, 'take'>,
  { name, perMinute }: SourceLimit,
  source: string,
): Promise<void> {
  const bucket = { key: `${name}:${source}`, perSecond: perMinute / 60, burst: perMinute };
  const taken = await limiter.take([bucket]);
  if (taken.allowed) return;
  throw new PageRefusal('guesses', `too many uses: ${name}`, { retryAfterSeconds: taken.retryAfterSeconds });
}
