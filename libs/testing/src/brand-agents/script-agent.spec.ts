import { type BrandAgent, type ScriptRule, createBrandAgent, readAgentConfig } from '@surety/agents';
import { brandAgentContract } from './brand-agent.test-kit';

async function scripted(...rules: Partial<ScriptRule>[]): Promise<BrandAgent> {
  const config = readAgentConfig({ kind: 'script', script: { rules, fallback: 'No rule fits.' } });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const nothing = { fetch: neverCalled, sign: neverCalled, nowMs: neverCalled };
  return createBrandAgent(config.value, { egress: nothing, signer: nothing, clock: nothing });
}

function neverCalled(): never {
  throw new Error('a script calls nothing');
}

brandAgentContract('A script agent', async () => ({
  saying: (reply, close) => scripted({ reply, close }),
  echoingNumbers: () => scripted({ extract: { number: '[0-9]+' }, reply: '{{number}}' }),
  blank: () => scripted({ extract: { gap: ' ' }, reply: '{{gap}}' }),
  tooLong: () => scripted({ extract: { all: '.+' }, reply: '{{all}}'.repeat(7_000) }),
  stop: async () => undefined,
}));
