import type { AgentConfig, StoredAgentConfig } from '@surety/agents';

/** Where an agent of a Brand is asked, and the member that says so; undefined for a script, which nobody asks. */
export interface AgentAddress {
  readonly url: string;
  /** The member's name below `agent`. */
  readonly member: 'url' | 'baseUrl';
}

/** The address of an agent. In: its configuration, stored or in clear. */
export function agentAddress(agent: AgentConfig | StoredAgentConfig): AgentAddress | undefined {
  switch (agent.kind) {
    case 'script':
      return undefined;
    case 'webhook':
      return { url: agent.url, member: 'url' };
    case 'llm':
      return { url: agent.baseUrl, member: 'baseUrl' };
  }
}
