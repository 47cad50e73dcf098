import { type ScriptRule, createBrandAgent, createTrialAgent, readAgentConfig } from '@surety/agents';
import { StubToolApi } from '../stub-tool-api';
import { RecordedCalls, delegatedFor, outcomeOf } from './brand-agent.test-kit';
import { CARD, realParts, shopTools, toolAt, webhookKeys } from './brand-tools.test-kit';

const EVERYTHING = delegatedFor('orders:read', 'orders:cancel', 'refunds:issue');
const FALLBACK = { text: 'I cannot say.', close: false };
const ORDER = { extract: { order: '[A-Z]-[0-9]{5}' } };

describe('script agent with tools (PACT wire 5.4)', () => {
  let api: StubToolApi;
  let calls: RecordedCalls;

  beforeEach(async () => {
    api = await StubToolApi.start(() => webhookKeys);
    calls = new RecordedCalls();
  });
  afterEach(() => api.stop());
  afterAll(() => realParts.egress.close());

  const configOf = (...rules: Partial<ScriptRule>[]) => {
    const config = readAgentConfig({ kind: 'script', script: { rules, fallback: FALLBACK.text } });
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    return config.value;
  };
  const ask = (text: string, turn: object, ...rules: Partial<ScriptRule>[]) =>
    outcomeOf(
      createBrandAgent(configOf(...rules), realParts, shopTools(api.origin)),
      { text, ...turn },
      calls,
    );
  const looksUp = (reply: string): Partial<ScriptRule> => ({
    ...ORDER,
    tools: [{ tool: 'lookup_orders', arguments: { order: '{{order}}' } }],
    reply,
  });

  it('fills a reply from the text and from what the tool gave', async () => {
    const body = { status: 'sent', items: [{ name: 'Lamp', pieces: 2 }], gift: false };
    api.behave({ kind: 'json', body });
    const reply =
      '{{order}}: {{lookup_orders.status}}, {{lookup_orders.items.0.pieces}} x {{lookup_orders.items.0.name}}, {{lookup_orders.gift}}';
    expect(await ask('Where is A-12345?', EVERYTHING, looksUp(reply))).toEqual({
      text: 'A-12345: sent, 2 x Lamp, false',
      close: false,
    });
    expect(api.calls).toMatchObject([
      { method: 'GET', target: '/orders/A-12345', signatureFault: undefined },
    ]);
  });

  it('takes a tool that gives a text by its name alone', async () => {
    api.behave({ kind: 'raw', status: 200, body: 'On its way.' });
    expect(await ask('A-12345', EVERYTHING, looksUp('{{lookup_orders}}'))).toMatchObject({
      text: 'On its way.',
    });
  });

  it('never reads what a tool gave as a template', async () => {
    api.behave({ kind: 'json', body: { status: '{{order}} {{lookup_orders.secret}}', secret: 'x' } });
    expect(await ask('A-12345', EVERYTHING, looksUp('{{lookup_orders.status}}'))).toMatchObject({
      text: '{{order}} {{lookup_orders.secret}}',
    });
  });

  it.each<[string, object]>([
    ['a member that is not there', { kind: 'json', body: {} }],
    ['an object', { kind: 'json', body: { status: { a: 1 } } }],
    ['null', { kind: 'json', body: { status: null } }],
    ['a text that no answer can hold', { kind: 'json', body: { status: 'a\0b' } }],
    ['a member of the prototype', { kind: 'json', body: 'text' }],
    ['a refusal', { kind: 'json', status: 404, body: { status: 'none' } }],
    ['an error', { kind: 'json', status: 500, body: {} }],
  ])('says the fallback where a reply would have a gap: %s', async (_case, reply) => {
    api.behave(reply as never);
    expect(await ask('A-12345', EVERYTHING, looksUp('{{lookup_orders.status}}'))).toEqual(FALLBACK);
  });

  it('gives a later call what an earlier one gave, types kept, and stops at the first failure', async () => {
    const rule: Partial<ScriptRule> = {
      tools: [
        { tool: 'list_stores', arguments: {} },
        {
          tool: 'cancel_order',
          arguments: { order: '{{list_stores.order}}', note: 'n-{{list_stores.n}}', n: '{{list_stores.n}}' },
        },
        { tool: 'issue_refund', arguments: { order: '{{cancel_order.order}}' } },
      ],
      reply: 'Done.',
    };
    api.behave(({ target }) => {
      return target === '/stores'
        ? { kind: 'json', body: { order: 'A-1', n: 7 } }
        : { kind: 'json', status: 409, body: {} };
    });
    expect(await ask('go', EVERYTHING, rule)).toEqual(FALLBACK);
    expect(api.calls.map(call => [call.target, call.json])).toEqual([
      ['/stores', undefined],
      ['/cancel', { order: 'A-1', note: 'n-7', n: 7 }],
    ]);
  });

  it('makes a number of found text where the schema wants one', async () => {
    const parameters = { type: 'object', properties: { n: { type: 'integer' }, s: { type: 'string' } } };
    const tools = {
      scopes: CARD,
      tools: [toolAt(`${api.origin}/n`, { name: 'count', parameters }, { method: 'POST' })],
    };
    const rule = {
      extract: { n: '[0-9]+' },
      tools: [{ tool: 'count', arguments: { n: '{{n}}', s: '{{n}}' } }],
      reply: 'Ok.',
    };
    await outcomeOf(createBrandAgent(configOf(rule), realParts, tools), { text: 'give 12', ...EVERYTHING });
    expect(api.calls[0]?.json).toEqual({ n: 12, s: '12' });
  });

  it('passes over a rule whose arguments name a value that the text does not hold', async () => {
    const rules = [looksUp('Found.'), { reply: 'Which order?' }];
    expect(await ask('my order', EVERYTHING, ...rules)).toMatchObject({ text: 'Which order?' });
    expect(api.calls).toEqual([]);
  });

  it('checks the scopes of all calls of a rule before the first one', async () => {
    const rule = {
      tools: [
        { tool: 'list_stores', arguments: {} },
        { tool: 'issue_refund', arguments: { order: 'A-1' } },
        { tool: 'cancel_order', arguments: { order: 'A-1' } },
      ],
      reply: 'Done.',
    };
    const stepUp = (...missingScopes: string[]) => ({ kind: 'step-up', missingScopes, text: undefined });
    expect(await ask('go', delegatedFor('orders:cancel'), rule)).toEqual(stepUp('refunds:issue'));
    expect(await ask('go', {}, rule)).toEqual(stepUp('orders:cancel', 'refunds:issue'));
    expect([api.calls, calls.log]).toEqual([[], []]);
  });

  it('says the fallback for a tool that is not registered, and for arguments that do not fit', async () => {
    expect(await ask('go', EVERYTHING, { tools: [{ tool: 'gone', arguments: {} }], reply: 'Done.' })).toEqual(
      FALLBACK,
    );
    const rule = { tools: [{ tool: 'cancel_order', arguments: { order: 'x' } }], reply: 'Done.' };
    expect(await ask('go', EVERYTHING, rule)).toEqual(FALLBACK);
    expect(api.calls).toEqual([]);
  });

  it('gives calls ids of their own in every run, and repeats no write of an earlier one (P28)', async () => {
    const write = { tool: 'cancel_order', arguments: { order: 'A-1' } };
    const rule = { tools: [write, { tool: 'list_stores', arguments: {} }], reply: 'Done.' };
    const scope = 'refunds:issue';
    api.behave(({ target }) =>
      target === '/cancel'
        ? { kind: 'json', body: {} }
        : { kind: 'json', status: 403, body: { error: 'insufficient_scope', scope } },
    );
    expect(await ask('go', delegatedFor('orders:cancel'), rule)).toMatchObject({ missingScopes: [scope] });
    api.behave({ kind: 'json', body: {} });
    const again = { ...EVERYTHING, run: 2, resumedFrom: calls.resumable() };
    expect(await ask('go', again, rule)).toEqual({ text: 'Done.', close: false });
    expect(api.calls.map(call => call.target)).toEqual(['/cancel', '/stores', '/stores']);
    expect(new Set(api.calls.map(call => call.headers['idempotency-key'])).size).toBe(3);
  });

  it('reports the calls of a trial and sends none (PACT wire §6)', async () => {
    const reported: unknown[] = [];
    const agent = createTrialAgent(configOf(looksUp('Found.')), realParts, shopTools(api.origin), call => {
      reported.push(call);
    });
    expect(await outcomeOf(agent, { text: 'A-12345', ...EVERYTHING }, calls)).toEqual(FALLBACK);
    expect(reported).toEqual([
      {
        step: 1,
        callId: '1-1',
        tool: 'lookup_orders',
        arguments: { order: 'A-12345' },
        scopes: ['orders:read'],
      },
    ]);
    expect([api.calls, calls.log]).toEqual([[], []]);
  });
});
