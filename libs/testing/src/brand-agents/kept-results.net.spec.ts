import type { AgentTurn } from '@surety/agents';
import type { StubToolApi } from '../stub-tool-api';
import type { StubBrand } from '../stub-brand';
import { type RecordedCalls, delegatedFor, failureOf } from './brand-agent.test-kit';
import { realParts, shopTools } from './brand-tools.test-kit';
import { type Call, EVERYTHING, READER, ToolBench, asking } from './tool-bench.test-kit';

describe('a message that comes again after a step-up (P28)', () => {
  let bench: ToolBench;
  let api: StubToolApi;
  let brand: StubBrand;
  let calls: RecordedCalls;
  const run: ToolBench['run'] = (...given) => bench.run(...given);
  const resultsOf: ToolBench['resultsOf'] = (...given) => bench.resultsOf(...given);

  beforeEach(async () => {
    bench = await ToolBench.start();
    ({ api, brand, calls } = bench);
  });
  afterEach(() => bench.stop());
  afterAll(() => realParts.egress.close());

  const cancel: Call = ['cancel_order', { order: 'A-1' }];
  const again = (members: Partial<AgentTurn>) => ({
    run: 2,
    nextStep: 3,
    resumedFrom: calls.resumable(),
    ...members,
  });

  /** A first run that cancels and then finds that it may not refund. */
  async function firstRun(): Promise<void> {
    const turn = delegatedFor('orders:read', 'orders:cancel');
    brand.behave(({ turn: { step = 0 } = {} as never }) =>
      step === 1 ? asking(cancel) : asking(['issue_refund', { order: 'A-1' }, 'c2']),
    );
    expect(await bench.turn(turn)).toMatchObject({ missingScopes: ['refunds:issue'] });
    expect(api.calls).toHaveLength(1);
  }

  it('is told of the kept results first, and has the same call answered from them', async () => {
    await firstRun();
    const results = await resultsOf([cancel, ['issue_refund', { order: 'A-1' }, 'c2']], again(EVERYTHING));
    const first = brand.deliveries.find(delivery => delivery.turn?.step === 3);
    expect(first?.turn).toMatchObject({
      resumed: true,
      toolResults: [{ id: 'c1', ok: true, replayed: true }],
    });
    expect(results).toMatchObject([
      { id: 'c1', replayed: true },
      { id: 'c2', replayed: false },
    ]);
    expect(api.calls.map(call => call.target)).toEqual(['/cancel', '/refund']);
    expect(brand.deliveries.at(-1)?.turn).toMatchObject({ step: 4, resumed: false });
  });

  it('never repeats a write that was lost on its way, whatever id it is asked under', async () => {
    api.behave({ kind: 'reset', when: 'at_once' });
    await firstRun();
    api.behave({ kind: 'json', body: {} });
    const results = await resultsOf([['cancel_order', { order: 'A-1' }, 'other']], again(EVERYTHING));
    expect(results).toMatchObject([{ ok: false, error: { code: 'unavailable' }, replayed: true }]);
    expect(api.calls).toHaveLength(1);
  });

  it('asks again for a scope that a kept result needs and the token has no more, and shows nothing of it', async () => {
    await firstRun();
    expect(await run([cancel], again(READER))).toMatchObject({ missingScopes: ['orders:cancel'] });
    expect(await run([cancel], again({}))).toMatchObject({ missingScopes: ['orders:cancel'] });
    expect(brand.deliveries.at(-1)?.turn?.toolResults).toEqual([]);
    expect(api.calls).toHaveLength(1);
  });

  it('does not call anew what it did under scopes that the tool has shed since', async () => {
    await firstRun();
    const shop = shopTools(api.origin);
    const tools = { ...shop, tools: shop.tools.map(tool => ({ ...tool, scopes: [] })) };
    expect(await run([cancel], again(READER), tools)).toMatchObject({ missingScopes: ['orders:cancel'] });
    expect(api.calls).toHaveLength(1);
  });

  it('shows nothing to another Brand user, for whom the call is another one', async () => {
    await firstRun();
    const resumedFrom = calls.resumable().map(call => ({ ...call, sameUser: false, result: undefined }));
    const results = await resultsOf([cancel], { ...again(EVERYTHING), resumedFrom });
    expect(brand.deliveries.find(({ turn }) => turn?.step === 3)?.turn?.toolResults).toEqual([]);
    expect(results).toMatchObject([{ replayed: false }]);
  });

  it('may not give an id of the first run to another call, since it is the key of repeats', async () => {
    await firstRun();
    const asked: Call[] = [['cancel_order', { order: 'A-2' }, 'c1']];
    expect(await failureOf(run(asked, again(EVERYTHING)))).toBe('shape');
  });

  it('makes a call again that the tool had refused for want of a scope', async () => {
    const scope = 'refunds:issue';
    api.behave({ kind: 'json', status: 403, body: { error: 'insufficient_scope', scope } });
    expect(await run([cancel], delegatedFor('orders:cancel'))).toMatchObject({ missingScopes: [scope] });
    api.behave({ kind: 'json', body: {} });
    expect(await resultsOf([cancel], again(EVERYTHING))).toMatchObject([{ ok: true, replayed: false }]);
    expect(api.calls.map(call => call.headers['idempotency-key'])).toEqual(
      Array(2).fill(api.calls[0]?.headers['idempotency-key']),
    );
  });
});
