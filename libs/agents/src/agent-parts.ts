import type { Clock } from '@surety/kernel';
import type { EgressClient } from '@surety/platform';
import type { RequestSigner } from './webhook/request-signer';

/** What agents need of their surroundings; `clock` is the one that a turn's deadline is read by. */
export interface AgentParts {
  /** The only way out (P25). */
  readonly egress: Pick<EgressClient, 'fetch'>;
  readonly signer: RequestSigner;
  readonly clock: Clock;
}
