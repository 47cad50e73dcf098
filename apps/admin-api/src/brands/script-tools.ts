import type { StoredAgentConfig } from '@surety/agents';

/** The tools that the rules of a script call, each once, in their order; none of another agent, which asks as it goes. */
export function toolsOfScript(agent: StoredAgentConfig): readonly string[] {
  if (agent.kind !== 'script') return [];
  return [...new Set(agent.script.rules.flatMap(({ tools }) => tools.map(({ tool }) => tool)))];
}
