import { type AgentTurn, createBrandAgent } from '@surety/agents';
import { StubBrand, type StubDelivery } from '../stub-brand';
import { type StubReply, says } from '../stub-brand-reply';
import { StubToolApi } from '../stub-tool-api';
import { RecordedCalls, delegatedFor, failureOf, outcomeOf } from './brand-agent.test-kit';
import { realParts, shopTools } from './brand-tools.test-kit';

const READER = delegatedFor('orders:read');
const stepOf = (delivery: StubDelivery) => delivery.turn?.step ?? 0;

describe('webhook agent with tools (PACT wire 5.1, 5.2)', () => {
  let brand: StubBrand;
  let api: StubToolApi;
  let calls: RecordedCalls;

  beforeEach(async () => {
    [brand, api] = await Promise.all([StubBrand.start(), StubToolApi.start()]);
    calls = new RecordedCalls();
  });
  afterEach(() => Promise.all([brand.stop(), api.stop()]));
  afterAll(() => realParts.egress.close());

  const run = (turn: Partial<AgentTurn> = READER, idempotent = false) =>
    outcomeOf(
      createBrandAgent(
        { kind: 'webhook', url: brand.url, idempotent, headers: {} },
        realParts,
        shopTools(api.origin),
      ),
      turn,
      calls,
    );
  const asks = (...ids: string[]): StubReply => ({
    kind: 'json',
    body: { toolCalls: ids.map(id => ({ id, tool: 'list_stores', arguments: {} })) },
  });
  const misses = (missingScopes: unknown, text?: string): StubReply => ({
    kind: 'json',
    body: text === undefined ? { missingScopes } : { missingScopes, text },
  });

  it('is asked step by step, each with the results of the one before', async () => {
    brand.behave(delivery => (stepOf(delivery) < 7 ? asks(`c${stepOf(delivery)}`) : says('Done.', true)));
    expect(await run({ ...READER, nextStep: 5 })).toEqual({ text: 'Done.', close: true });
    expect(
      brand.deliveries.map(({ turn, idempotencyKey }) => [idempotencyKey.split('.')[1], turn?.toolResults]),
    ).toEqual([
      ['5', []],
      ['6', [expect.objectContaining({ id: 'c5', ok: true, replayed: false })]],
      ['7', [expect.objectContaining({ id: 'c6', ok: true, replayed: false })]],
    ]);
    expect(calls.log.filter(line => !line.includes('list_stores') && !line.includes('kept'))).toEqual([
      'begin 5.1 effect',
      'begin 6.1 effect',
      'begin 7.1 effect',
      'done 7.1',
    ]);
  });

  it('settles a step with what it asked for, so that the next run begins with another one', async () => {
    brand.behave(delivery => (stepOf(delivery) === 1 ? asks('c1') : misses(['orders:cancel'])));
    await run();
    expect(calls.log).toEqual([
      'begin 1.1 effect',
      'done 1.1 {"toolCalls":[{"id":"c1","tool":"list_stores"}]}',
      'begin 1.1 c1 list_stores',
      'done 1.1 c1 kept',
      'begin 2.1 effect',
      'done 2.1 {"missingScopes":["orders:cancel"]}',
    ]);
  });

  it('is never told the delegation token', async () => {
    brand.behave(delivery => (stepOf(delivery) === 1 ? asks('c1') : says('Done.')));
    await run();
    const sent = brand.deliveries.map(
      delivery => JSON.stringify(delivery.headers) + delivery.bytes.toString(),
    );
    expect(sent.join()).not.toContain('delegation-token');
  });

  it('steps up with what it finds missing, in card order and once each, with its own text', async () => {
    brand.behave(misses(['refunds:issue', 'orders:cancel', 'refunds:issue'], 'I need more.'));
    expect(await run()).toEqual({
      kind: 'step-up',
      missingScopes: ['orders:cancel', 'refunds:issue'],
      text: 'I need more.',
    });
    brand.behave(misses(['orders:read']));
    expect(await run({})).toEqual({ kind: 'step-up', missingScopes: ['orders:read'], text: undefined });
  });

  it.each<[string, StubReply, string]>([
    ['a scope that the turn has', misses(['orders:cancel', 'orders:read']), 'shape'],
    ['a scope that the card does not have', misses(['orders:cancel', 'orders:burn']), 'unsupported'],
    ['a blank text beside', misses(['orders:cancel'], ' '), 'blank_text'],
  ])('fails when it finds missing %s', async (_case, reply, code) => {
    brand.behave(reply);
    expect(await failureOf(run())).toBe(code);
  });

  it('may take eight steps; calls that it asks for in the last one are not made', async () => {
    brand.behave(delivery => (stepOf(delivery) < 8 ? asks(`c${stepOf(delivery)}`) : says('Done.')));
    expect(await run()).toMatchObject({ text: 'Done.' });
    api.calls.length = 0;
    brand.behave(delivery => asks(`d${stepOf(delivery)}`));
    expect(await failureOf(run())).toBe('too_many_steps');
    expect(api.calls).toHaveLength(7);
  });

  it('may ask for 16 calls a message; a step that goes over makes none', async () => {
    const ids = (step: number, count: number) => Array.from({ length: count }, (_, i) => `s${step}-${i}`);
    const asking = (last: number) => (delivery: StubDelivery) => {
      const step = stepOf(delivery);
      return step < 3
        ? asks(...ids(step, 8))
        : last > 0 && step === 3
          ? asks(...ids(step, last))
          : says('Done.');
    };
    brand.behave(asking(0));
    expect(await run()).toMatchObject({ text: 'Done.' });
    expect(api.calls).toHaveLength(16);
    brand.behave(asking(1));
    expect(await failureOf(run())).toBe('too_many_calls');
    expect(api.calls).toHaveLength(32);
  });

  it('counts what earlier runs of the message sent', async () => {
    const resumedFrom = Array.from({ length: 16 }, (_, i) => {
      const result = { ok: true as const, status: 200, result: null };
      return {
        callId: `old${i}`,
        name: 'lookup_orders',
        argsHash: `h${i}`,
        scopes: [],
        result,
        sameUser: true,
      };
    });
    brand.behave(delivery => (stepOf(delivery) === 1 ? asks('c1') : says('Done.')));
    expect(await failureOf(run({ ...READER, resumedFrom }))).toBe('too_many_calls');
    expect(api.calls).toEqual([]);
  });

  it('may not use an id twice in a message', async () => {
    brand.behave(delivery => (stepOf(delivery) < 3 ? asks('c1') : says('Done.')));
    expect(await failureOf(run())).toBe('shape');
    expect(api.calls).toHaveLength(1);
  });

  it('gets a step again whose answer was lost when it is idempotent, and its calls are made once', async () => {
    brand.behave((delivery, count) => {
      if (count === 1) return { kind: 'json', status: 503, body: {} };
      return stepOf(delivery) === 1 ? asks('c1') : says('Done.');
    });
    expect(await run(READER, true)).toMatchObject({ text: 'Done.' });
    expect(brand.deliveries.map(({ turn }) => [turn?.step, turn?.attempt])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ]);
    expect(api.calls).toHaveLength(1);
  });

  it('asks for the history once a run', async () => {
    brand.behave(delivery => (stepOf(delivery) < 3 ? asks(`c${stepOf(delivery)}`) : says('Done.')));
    const history = jest.fn(async () => []);
    await run({ ...READER, history });
    expect(history).toHaveBeenCalledTimes(1);
  });
});
