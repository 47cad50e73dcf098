import type { AgentConfig, LlmAgentConfig, ScriptAgentConfig } from './agent-config';
import {
  type SealedHeaders,
  type SealedSecret,
  type SecretPlace,
  openHeaders,
  openSecret,
  sealHeaders,
  sealSecret,
} from './sealed-secrets';

/** A webhook agent at rest: each header value sealed by itself, so that one can be replaced alone. */
export interface StoredWebhookAgent {
  readonly kind: 'webhook';
  readonly url: string;
  readonly idempotent: boolean;
  readonly headers: SealedHeaders;
}

/** A model at rest; members that were not given are absent. */
export interface StoredLlmAgent {
  readonly kind: 'llm';
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: SealedSecret;
  readonly instructions?: string;
}

/** A Brand's agent as the registry keeps it (P24). */
export type StoredAgentConfig = ScriptAgentConfig | StoredWebhookAgent | StoredLlmAgent;

const HEADERS = 'agent.headers';
const API_KEY = 'agent.apiKey';

/**
 * Seals the secrets of an agent for storage. In: the configuration in clear, its place, the time (RFC 3339), and
 * what was stored before: a secret whose value is the same keeps its seal and its time.
 */
export function sealAgentConfig(
  config: AgentConfig,
  place: SecretPlace,
  updatedAt: string,
  previous?: StoredAgentConfig,
): StoredAgentConfig {
  switch (config.kind) {
    case 'script':
      return config;
    case 'webhook': {
      const kept = previous?.kind === 'webhook' ? previous.headers : {};
      const { kind, url, idempotent } = config;
      return { kind, url, idempotent, headers: sealHeaders(config.headers, place, HEADERS, updatedAt, kept) };
    }
    case 'llm': {
      const kept = previous?.kind === 'llm' ? previous.apiKey : undefined;
      const { kind, baseUrl, model, apiKey, instructions } = config;
      return {
        kind,
        baseUrl,
        model,
        ...(apiKey !== undefined && { apiKey: sealSecret(apiKey, place, API_KEY, updatedAt, kept) }),
        ...(instructions !== undefined && { instructions }),
      };
    }
  }
}

/** The configuration in clear, for whoever runs the agent. Throws UnsealError when a secret does not open here. */
export function openAgentConfig(stored: StoredAgentConfig, place: SecretPlace): AgentConfig {
  switch (stored.kind) {
    case 'script':
      return withTools(stored);
    case 'webhook': {
      const { kind, url, idempotent } = stored;
      return { kind, url, idempotent, headers: openHeaders(stored.headers, place, HEADERS) };
    }
    case 'llm':
      return openLlm(stored, place);
  }
}

function openLlm(stored: StoredLlmAgent, place: SecretPlace): LlmAgentConfig {
  const { kind, baseUrl, model, instructions } = stored;
  const apiKey = stored.apiKey && openSecret(stored.apiKey, place, API_KEY);
  return { kind, baseUrl, model, apiKey, instructions };
}

/** A script that was stored before rules could call tools has none in any rule. */
function withTools(stored: ScriptAgentConfig): ScriptAgentConfig {
  const { rules, fallback } = stored.script;
  if (rules.every(rule => Array.isArray(rule.tools))) return stored;
  return {
    kind: 'script',
    script: { rules: rules.map(rule => ({ ...rule, tools: rule.tools ?? [] })), fallback },
  };
}
