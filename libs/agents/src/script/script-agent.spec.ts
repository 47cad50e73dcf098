import type { CallLedger } from '../call-ledger';
import type { AgentTurn } from '../port';
import { ScriptAgent } from './script-agent';

const noTools = () => {
  throw new Error('a rule without tools opens none');
};

describe('script agent', () => {
  it('compiles a script once, however many agents are made of it', async () => {
    const script = {
      rules: [{ any: ['hi'], all: [], extract: {}, tools: [], reply: 'Hi.', close: false }],
      fallback: '?',
    };
    const rules = jest.spyOn(script.rules, 'map');
    const turn = { text: 'hi' } as AgentTurn;
    for (const agent of [new ScriptAgent(script, noTools), new ScriptAgent(script, noTools)]) {
      const answer = await agent.answer(turn, {} as CallLedger, new AbortController().signal);
      expect(answer).toEqual({ text: 'Hi.', close: false });
    }
    expect(rules).toHaveBeenCalledTimes(1);
  });
});
