import type { Metrics } from '@surety/platform';
import type { FetchReason } from './jwks-cache.state';

/** How a token was judged: `remembered` = verified before, `verified` = verified now, else the rule that refused it. */
export type TokenOutcome = 'remembered' | 'verified' | (string & {});

/** What identity tells the operator's metrics; the labels have few values, so a rule's name is one and a kid is none. */
export interface IdentityObserver {
  token(outcome: TokenOutcome): void;
  jwksFetch(reason: FetchReason, outcome: 'good' | 'failed', seconds: number): void;
  discovery(outcome: 'good' | 'failed' | 'over_budget'): void;
}

/** The observer that counts in Prometheus. */
export function identityMetrics(metrics: Metrics): IdentityObserver {
  const tokens = metrics.counter({
    name: 'surety_pa_jwt_total',
    help: 'Personal-agent JWTs by outcome: remembered, verified, or the rule that refused them',
    labelNames: ['outcome'],
  });
  const fetches = metrics.histogram({
    name: 'surety_jwks_fetch_seconds',
    help: 'Fetches of key sets by reason and outcome',
    labelNames: ['reason', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5],
  });
  const discoveries = metrics.counter({
    name: 'surety_issuer_discovery_total',
    help: 'Look-ups of unknown issuers in open mode by outcome',
    labelNames: ['outcome'],
  });
  return {
    token: outcome => tokens.inc({ outcome }),
    jwksFetch: (reason, outcome, seconds) => fetches.observe({ reason, outcome }, seconds),
    discovery: outcome => discoveries.inc({ outcome }),
  };
}
