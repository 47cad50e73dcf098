import type { ScriptRule } from '../agent-config';
import { answerOf, brandAgentContract } from '../brand-agent.test-kit';
import { createBrandAgent } from '../create-brand-agent';
import type { BrandAgent } from '../port';
import { readAgentConfig } from '../read-agent-config';
import { ScriptAgent } from './script-agent';

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

describe('script agent, adapter', () => {
  it('compiles a script once, however many agents are made of it', async () => {
    const script = {
      rules: [{ any: ['hi'], all: [], extract: {}, reply: 'Hi.', close: false }],
      fallback: '?',
    };
    const rules = jest.spyOn(script.rules, 'map');
    const answers = [new ScriptAgent(script), new ScriptAgent(script)].map(agent =>
      answerOf(agent, { text: 'hi' }),
    );
    expect((await Promise.all(answers)).map(answer => answer.text)).toEqual(['Hi.', 'Hi.']);
    expect(rules).toHaveBeenCalledTimes(1);
  });
});
