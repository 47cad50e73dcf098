import type { AgentConfig, SealedHeaders, StoredAgentConfig } from '@surety/agents';
import { isJsonObject } from '@surety/kernel';
import type { FieldFault } from '../problem/problem';
import { agentAddress } from './agent-address';

/**
 * Secrets are write-only, so a merge must not send them to whoever it names: when the endpoint moves to another origin each
 * stored secret has to be named again in the same change, with a value or with null. In: what is stored, the change, and
 * what the merge makes of it. Out: a fault for each that was not.
 */
export function movedSecretFaults(
  stored: StoredAgentConfig,
  change: Record<string, unknown>,
  merged: AgentConfig,
): FieldFault[] {
  const [before, after] = [agentAddress(stored), agentAddress(merged)];
  if (!before || !after || new URL(before.url).origin === new URL(after.url).origin) return [];
  if (stored.kind === 'llm') {
    const isNamed = stored.apiKey === undefined || Object.hasOwn(change, 'apiKey');
    return isNamed ? [] : [notNamed('agent.apiKey')];
  }
  return stored.kind === 'webhook' ? unnamedHeaders(stored.headers, change.headers, 'agent.headers') : [];
}

/** A fault for each secret header of an endpoint that moves and that the change does not name. */
export function unnamedHeaders(stored: SealedHeaders, change: unknown, path: string): FieldFault[] {
  const named = isJsonObject(change) ? change : {};
  return Object.keys(stored)
    .filter(name => !Object.hasOwn(named, name))
    .map(name => notNamed(`${path}.${name}`));
}

function notNamed(path: string): FieldFault {
  const message = 'The endpoint moves to another origin: give this secret again, or null to drop it.';
  return { path, code: 'secret_not_named', message };
}
