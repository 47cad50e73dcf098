import { deriveKey, seal, unseal } from '@surety/tokens';
import type { AgentConfig, ScriptAgentConfig } from './agent-config';

/** A secret at rest: never shown again, only when it was set. */
export interface SealedSecret {
  readonly sealed: string;
  /** RFC 3339. */
  readonly updatedAt: string;
}

/** A webhook agent at rest: each header value sealed by itself, so that one can be replaced alone. */
export interface StoredWebhookAgent {
  readonly kind: 'webhook';
  readonly url: string;
  readonly idempotent: boolean;
  readonly headers: Readonly<Record<string, SealedSecret>>;
}

/** A Brand's agent as the registry keeps it (P24). */
export type StoredAgentConfig = ScriptAgentConfig | StoredWebhookAgent;

/** The Brand whose agent it is, and the 32-byte deployment key from which the sealing key is derived. */
export interface AgentSecretPlace {
  readonly brandId: string;
  readonly deploymentKey: Uint8Array;
}

/**
 * Seals the secret headers of an agent for storage. In: the configuration in clear, its place, the time (RFC 3339), and
 * what was stored before: a header whose value is the same keeps its seal and its time.
 */
export function sealAgentConfig(
  config: AgentConfig,
  place: AgentSecretPlace,
  updatedAt: string,
  previous?: StoredAgentConfig,
): StoredAgentConfig {
  if (config.kind === 'script') return config;
  const key = sealingKey(place);
  const kept = previous?.kind === 'webhook' ? previous.headers : {};
  const headers = Object.entries(config.headers).map(([name, value]) => {
    const aad = headerPlace(place, name);
    const before = Object.hasOwn(kept, name) ? kept[name] : undefined;
    const same = before !== undefined && unseal(key, before.sealed, aad).toString('utf8') === value;
    return [name, same ? before : { sealed: seal(key, value, aad), updatedAt }] as const;
  });
  const { kind, url, idempotent } = config;
  return { kind, url, idempotent, headers: Object.fromEntries(headers) };
}

/** The configuration in clear, for whoever runs the agent. Throws UnsealError when a secret does not open here. */
export function openAgentConfig(stored: StoredAgentConfig, place: AgentSecretPlace): AgentConfig {
  if (stored.kind === 'script') return stored;
  const key = sealingKey(place);
  const headers = Object.entries(stored.headers).map(([name, { sealed }]) => {
    return [name, unseal(key, sealed, headerPlace(place, name)).toString('utf8')] as const;
  });
  const { kind, url, idempotent } = stored;
  return { kind, url, idempotent, headers: Object.fromEntries(headers) };
}

function sealingKey({ deploymentKey }: AgentSecretPlace): Buffer {
  return deriveKey(deploymentKey, 'agent secrets');
}

/** A sealed header opens only in its own Brand and under its own name. */
function headerPlace({ brandId }: AgentSecretPlace, name: string): string {
  return `brand ${brandId} agent.headers ${name}`;
}
