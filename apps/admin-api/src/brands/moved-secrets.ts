import type { AgentConfig, StoredAgentConfig } from '@surety/agents';
import { isJsonObject } from '@surety/kernel';
import type { FieldFault } from '../problem/problem';

/**
 * Secrets are write-only, so a merge must not send them to whoever it names: when the webhook moves to another origin each
 * stored secret header has to be named again in the same change, with a value or with null. In: what is stored, the change, and
 * what the merge makes of it. Out: a fault for each header that was not.
 */
export function movedSecretFaults(
  stored: StoredAgentConfig,
  change: Record<string, unknown>,
  merged: AgentConfig,
): FieldFault[] {
  if (stored.kind !== 'webhook' || merged.kind !== 'webhook') return [];
  if (new URL(stored.url).origin === new URL(merged.url).origin) return [];
  const named = isJsonObject(change.headers) ? change.headers : {};
  return Object.keys(stored.headers)
    .filter(name => !Object.hasOwn(named, name))
    .map(name => ({
      path: `agent.headers.${name}`,
      code: 'secret_not_named',
      message: 'The webhook moves to another origin: give this secret header again, or null to drop it.',
    }));
}
