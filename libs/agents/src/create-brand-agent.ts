import type { AgentConfig } from './agent-config';
import type { BrandAgent } from './port';
import { ScriptAgent } from './script/script-agent';
import { WebhookAgent, type WebhookParts } from './webhook/webhook-agent';

/** What agents need of their surroundings. */
export type AgentParts = WebhookParts;

/**
 * The agent of a Brand by its configuration, secrets in clear. Cheap enough for every message: a script is compiled
 * once for each configuration object, so whoever caches the configuration keeps the compiled script.
 */
export function createBrandAgent(config: AgentConfig, parts: AgentParts): BrandAgent {
  switch (config.kind) {
    case 'script':
      return new ScriptAgent(config.script);
    case 'webhook':
      return new WebhookAgent(config, parts);
  }
}
