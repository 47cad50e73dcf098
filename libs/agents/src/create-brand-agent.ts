import type { AgentConfig } from './agent-config';
import type { AgentParts } from './agent-parts';
import { LlmAgent } from './llm/llm-agent';
import type { BrandAgent } from './port';
import { ScriptAgent } from './script/script-agent';
import type { BrandTools } from './tools/tool-config';
import { type OpenTools, deliveredTools, trialTools } from './tools/tool-run';
import type { TrialCall } from './tools/tool-transport';
import { WebhookAgent } from './webhook/webhook-agent';

const NO_TOOLS: BrandTools = { tools: [], scopes: [] };

/**
 * The agent of a Brand by its configuration, secrets in clear, with the tools and scopes it may use. Cheap enough for every
 * message: scripts and schemas are compiled once for each object, so whoever caches the objects keeps what was compiled.
 */
export function createBrandAgent(
  config: AgentConfig,
  parts: AgentParts,
  brand: BrandTools = NO_TOOLS,
): BrandAgent {
  return agentWith(config, parts, deliveredTools(parts, brand));
}

/**
 * The same agent for a trial (PACT wire §6, `agent/test`): its tools are judged and reported, and none is ever sent; the agent
 * itself is asked for real.
 */
export function createTrialAgent(
  config: AgentConfig,
  parts: AgentParts,
  brand: BrandTools,
  report: (call: TrialCall) => void,
): BrandAgent {
  return agentWith(config, parts, trialTools(brand, report));
}

function agentWith(config: AgentConfig, parts: AgentParts, openTools: OpenTools): BrandAgent {
  switch (config.kind) {
    case 'script':
      return new ScriptAgent(config.script, openTools);
    case 'webhook':
      return new WebhookAgent(config, parts, openTools);
    case 'llm':
      return new LlmAgent(config, parts, openTools);
  }
}
