import { createBrandAgent } from '@surety/agents';
import { StubBrand } from '../stub-brand';
import { says } from '../stub-brand-reply';
import { StubChatCompletions, completes } from '../stub-chat-completions';
import { outcomeOf } from './brand-agent.test-kit';
import { CARD, realParts, toolAt } from './brand-tools.test-kit';
import { READER, ToolBench } from './tool-bench.test-kit';

const NOTHING_TO_CALL = { tools: [], scopes: [] };
const SECRET = 'a-secret-of-the-brand/0123456789';

afterAll(() => realParts.egress.close());

describe('endpoints that show what they were sent (PACT wire 5.1, P24)', () => {
  it.each([200, 400])(
    'a tool, with status %i: neither the token nor a secret header comes back',
    async status => {
      const bench = await ToolBench.start();
      bench.api.behave(({ headers }) => ({ kind: 'json', status, body: { headers } }));
      const tools = {
        scopes: CARD,
        tools: [toolAt(`${bench.api.origin}/only`, { name: 'only' }, { headers: { 'X-Key': SECRET } })],
      };
      const [result] = await bench.resultsOf([['only']], READER, tools);
      expect(bench.api.calls[0]?.headers).toMatchObject({
        authorization: 'Bearer delegation-token',
        'x-key': SECRET,
      });
      const shown = result?.result ?? result?.error?.body;
      expect(shown).toMatchObject({ headers: { authorization: 'Bearer [secret]', 'x-key': '[secret]' } });
      const kept = JSON.stringify([
        ...bench.calls.tools.values(),
        ...bench.brand.deliveries.map(({ turn }) => turn),
      ]);
      expect(kept).not.toContain('delegation-token');
      expect(kept).not.toContain(SECRET);
      await bench.stop();
    },
  );

  it('a webhook: a secret header does not become an answer', async () => {
    const brand = await StubBrand.start();
    brand.behave(({ headers }) => says(`I was sent ${String(headers['x-key'])}.`));
    const config = {
      kind: 'webhook' as const,
      url: brand.url,
      idempotent: true,
      headers: { 'X-Key': SECRET },
    };
    const answer = await outcomeOf(createBrandAgent(config, realParts, NOTHING_TO_CALL));
    expect(answer).toMatchObject({ text: 'I was sent [secret].' });
    await brand.stop();
  });

  it('a model: its key does not become an answer', async () => {
    const model = await StubChatCompletions.start();
    model.behave(({ headers }) => completes(`I was sent ${String(headers.authorization)}.`));
    const config = {
      kind: 'llm' as const,
      baseUrl: model.baseUrl,
      model: 'small-1',
      apiKey: SECRET,
      instructions: undefined,
    };
    const answer = await outcomeOf(createBrandAgent(config, realParts, NOTHING_TO_CALL));
    expect(answer).toMatchObject({ text: 'I was sent Bearer [secret].' });
    await model.stop();
  });
});
