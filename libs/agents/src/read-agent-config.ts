import { type Result, err, ok } from '@surety/kernel';
import type { AgentConfig } from './agent-config';
import { type ConfigFault, ConfigFaults, join } from './config-faults';
import { readLlm } from './llm/read-llm';
import { readScript } from './script/read-script';
import { readWebhook } from './webhook/read-webhook';

/**
 * Reads the `agent` of a Brand (PACT wire §6, row `agent`) from untrusted JSON, defaults filled in: kinds `script`,
 * `webhook` and `llm`, unknown members refused, nothing converted. Gives every fault with its path below `agent`; secret header
 * values never stand in a message. Whether the address may be called at all is asked of the egress rules (P25).
 */
export function readAgentConfig(value: unknown): Result<AgentConfig, readonly ConfigFault[]> {
  const faults = new ConfigFaults();
  const config = readKind(value, faults);
  return config === undefined || faults.found.length > 0 ? err(faults.found) : ok(config);
}

function readKind(value: unknown, faults: ConfigFaults): AgentConfig | undefined {
  const agent = faults.map(value, '');
  if (agent === undefined) return undefined;
  switch (agent.kind) {
    case 'script': {
      faults.object(value, '', ['kind', 'script']);
      const script = readScript(agent.script, join('', 'script'), faults);
      return script === undefined ? undefined : { kind: 'script', script };
    }
    case 'webhook':
      return readWebhook(value, '', faults);
    case 'llm':
      return readLlm(value, '', faults);
    default:
      return faults.add('kind', 'unknown_kind', 'must be script, webhook or llm');
  }
}
