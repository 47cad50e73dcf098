import type { BrandTools, StepUp } from '@surety/agents';
import type { StubReply } from '../stub-brand-reply';
import type { StubToolApi } from '../stub-tool-api';
import { type RecordedCalls, failureOf } from './brand-agent.test-kit';
import { CARD, realParts, shopTools, toolAt } from './brand-tools.test-kit';
import { type Call, EVERYTHING, READER, ToolBench } from './tool-bench.test-kit';

describe('calls of tools (PACT wire 5.4)', () => {
  let bench: ToolBench;
  let api: StubToolApi;
  let calls: RecordedCalls;
  const run: ToolBench['run'] = (...given) => bench.run(...given);
  const resultsOf: ToolBench['resultsOf'] = (...given) => bench.resultsOf(...given);

  beforeEach(async () => {
    bench = await ToolBench.start();
    ({ api, calls } = bench);
  });
  afterEach(() => bench.stop());
  afterAll(() => realParts.egress.close());

  const only = (tool: object, http: object = {}): BrandTools => ({
    scopes: CARD,
    tools: [toolAt(`${api.origin}/only`, { name: 'only', ...tool }, http)],
  });

  it('are signed requests that carry the User’s token and say which call they are', async () => {
    const tools = only({ name: 'only', parameters: {} }, { method: 'PATCH', headers: { 'X-Key': 'k-1' } });
    const turn = { ...READER, turnId: 'tn_7', contextId: 'c-9', messageId: 'm-ü%1' };
    const [result] = await resultsOf([['only', { note: 'é' }]], turn, tools);
    expect(result).toEqual({
      id: 'c1',
      tool: 'only',
      ok: true,
      status: 200,
      result: { status: 'fine' },
      replayed: false,
    });
    const [call] = api.calls;
    expect(call).toMatchObject({ method: 'PATCH', target: '/only', json: { note: 'é' } });
    expect(call?.signatureFault).toBeUndefined();
    expect(call?.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer delegation-token',
      'content-type': 'application/json',
      'idempotency-key': 'tn_7.c1',
      'surety-context-id': 'c-9',
      'surety-message-id': 'm-%C3%BC%251',
      'x-key': 'k-1',
    });
  });

  it('sign the query and send no body with GET', async () => {
    await resultsOf([['only', { a: ['x y', 2] }]], READER, only({}));
    expect(api.calls[0]).toMatchObject({ method: 'GET', target: '/only?a=x%20y&a=2', body: Buffer.alloc(0) });
    expect(api.calls[0]?.signatureFault).toBeUndefined();
    expect(api.calls[0]?.headers).not.toHaveProperty('content-type');
  });

  it('carry the token in the header that the tool names', async () => {
    const http = { tokenHeader: 'X-User-Token', headers: { Authorization: 'Basic abc' } };
    await resultsOf([['only']], READER, only({}, http));
    expect(api.calls[0]?.headers).toMatchObject({
      authorization: 'Basic abc',
      'x-user-token': 'Bearer delegation-token',
    });
  });

  it('never carry the token to a tool without scopes, and work on an identity turn (P14)', async () => {
    await resultsOf([['list_stores']], EVERYTHING);
    await resultsOf([['list_stores']], {});
    expect(api.calls).toHaveLength(2);
    expect(JSON.stringify(api.calls.map(call => call.headers))).not.toContain('delegation-token');
  });

  it('give results of what is not sent: an unknown tool, a disabled one, arguments that do not fit', async () => {
    const shop = shopTools(api.origin);
    const tools = {
      ...shop,
      tools: [...shop.tools, toolAt(`${api.origin}/off`, { name: 'off', enabled: false })],
    };
    const results = await resultsOf(
      [['nothing'], ['off'], ['lookup_orders', { order: 'x' }], ['lookup_orders'], ['constructor']],
      READER,
      tools,
    );
    expect(results.map(result => result.error?.code)).toEqual([
      'unknown_tool',
      'unknown_tool',
      'invalid_arguments',
      'invalid_arguments',
      'unknown_tool',
    ]);
    expect([api.calls, [...calls.tools]]).toEqual([[], []]);
  });

  it.each<[string, unknown]>([
    ['over 32 KiB', { a: 'a'.repeat(32 * 1024) }],
    ['with a lone surrogate', { a: '\ud800' }],
    ['with a number that no double holds', { a: 12_345_678_901_234_567_890 }],
  ])('refuse arguments %s', async (_case, args) => {
    const [result] = await resultsOf([['only', args as object]], READER, only({}, { method: 'POST' }));
    expect(result?.error?.code).toBe('invalid_arguments');
    expect(api.calls).toEqual([]);
  });

  it('run in order, one after the other', async () => {
    const order: string[] = [];
    api.behave(async ({ target }) => {
      order.push(`in ${target}`);
      await new Promise(resolve => setTimeout(resolve, 20));
      order.push(`out ${target}`);
      return { kind: 'json', body: {} };
    });
    await resultsOf([
      ['lookup_orders', { order: 'A-1' }],
      ['list_stores'],
      ['lookup_orders', { order: 'A-2' }],
    ]);
    expect(order).toEqual(['/orders/A-1', '/stores', '/orders/A-2'].flatMap(at => [`in ${at}`, `out ${at}`]));
  });

  it.each<[string, StubReply, object]>([
    [
      'text',
      { kind: 'raw', status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'Ok.' },
      { ok: true, result: 'Ok.' },
    ],
    ['no content', { kind: 'raw', status: 204 }, { ok: true, status: 204, result: null }],
    [
      'a refusal',
      { kind: 'json', status: 409, body: { why: 'sent' } },
      { ok: false, status: 409, error: { code: 'rejected', body: { why: 'sent' } } },
    ],
    ['an error', { kind: 'json', status: 500, body: {} }, { ok: false, error: { code: 'unavailable' } }],
    [
      'a redirect',
      { kind: 'raw', status: 302, headers: { Location: '/elsewhere' } },
      { ok: false, error: { code: 'unavailable' } },
    ],
    [
      'a broken connection',
      { kind: 'reset', when: 'mid_answer' },
      { ok: false, error: { code: 'unavailable' } },
    ],
    [
      '256 KiB and a byte',
      { kind: 'raw', status: 200, body: Buffer.alloc(256 * 1024 + 1, 'a') },
      { ok: false, error: { code: 'too_large' } },
    ],
    ['silence', { kind: 'hang' }, { ok: false, error: { code: 'timeout' } }],
  ])('of a write happen once, whatever comes back: %s', async (_case, reply, result) => {
    api.behave(reply);
    const tools = only({ effect: 'write' }, { method: 'POST', timeoutSeconds: 1 });
    expect(await resultsOf([['only']], READER, tools)).toMatchObject([result]);
    expect(api.calls).toHaveLength(1);
    expect([...calls.tools.values()]).toMatchObject([{ result }]);
  });

  it.each([502, 503, 504])('of a read are made once more after %d, with the same key', async status => {
    api.behave((_call, count) => ({ kind: 'json', status: count === 1 ? status : 200, body: {} }));
    expect(await resultsOf([['only']], READER, only({}))).toMatchObject([{ ok: true }]);
    expect(new Set(api.calls.map(call => call.headers['idempotency-key'])).size).toBe(1);
    expect(calls.log.filter(line => / c1( |$)/.test(line))).toEqual([
      'begin 1.1 c1 only',
      'failed 1.1 c1',
      'begin 1.2 c1 only',
      'done 1.2 c1 kept',
    ]);
  });

  it('of a read are made twice at most, and not again after an error or a time-out', async () => {
    const made = async (reply: StubReply) => {
      api.calls.length = 0;
      api.behave(reply);
      await resultsOf([['only']], READER, only({}, { timeoutSeconds: 1 }));
      return api.calls.length;
    };
    expect(await made({ kind: 'json', status: 503, body: {} })).toBe(2);
    expect(await made({ kind: 'reset', when: 'at_once' })).toBe(2);
    expect(await made({ kind: 'json', status: 500, body: {} })).toBe(1);
    expect(await made({ kind: 'json', status: 404, body: {} })).toBe(1);
    expect(await made({ kind: 'hang' })).toBe(1);
  });

  it('are committed before the first byte, a write as an effect (P10)', async () => {
    api.behave(({ target }) => {
      calls.log.push(`arrived ${target}`);
      return { kind: 'json', body: {} };
    });
    await resultsOf([
      ['lookup_orders', { order: 'A-1' }],
      ['cancel_order', { order: 'A-1' }],
    ]);
    expect(calls.log.filter(line => / c[12] |arrived/.test(line))).toEqual([
      'begin 1.1 c1 lookup_orders',
      'arrived /orders/A-1',
      'done 1.1 c1 kept',
      'begin 1.1 c2 effect cancel_order',
      'arrived /cancel',
      'done 1.1 c2 kept',
    ]);
    expect([...calls.tools.values()]).toMatchObject([
      { name: 'lookup_orders', scopes: ['orders:read'] },
      {
        name: 'cancel_order',
        scopes: ['orders:cancel'],
        argsHash: expect.stringMatching(/^[\w-]{43}$/) as string,
      },
    ]);
  });

  it('strike the record of a write whose connection was never established, and do not try again', async () => {
    await api.away();
    const [result] = await resultsOf([['cancel_order', { order: 'A-1' }]]);
    expect(result?.error?.code).toBe('unavailable');
    expect(calls.log.filter(line => / c1( |$)/.test(line))).toEqual([
      'begin 1.1 c1 effect cancel_order',
      'never_sent 1.1 c1',
    ]);
    expect(calls.resumable()).toEqual([]);
  });

  it('never go to an address that the deployment refuses (P25)', async () => {
    const tools = { scopes: CARD, tools: [toolAt('http://10.0.0.1/x', { name: 'only', effect: 'write' })] };
    expect(await resultsOf([['only']], READER, tools)).toMatchObject([{ error: { code: 'unavailable' } }]);
    expect(calls.log).toContain('never_sent 1.1 c1');
  });

  it('share connections only when they may be repeated', async () => {
    await resultsOf([
      ['list_stores'],
      ['cancel_order', { order: 'A-1' }],
      ['cancel_order', { order: 'A-2' }],
      ['list_stores'],
    ]);
    const ports = api.calls.map(call => call.fromPort);
    expect(ports[3]).toBe(ports[0]);
    expect(new Set(ports).size).toBe(3);
  });

  it('end with the turn: no call begins after its deadline', async () => {
    api.behave({ kind: 'hang' });
    const turn = { ...EVERYTHING, deadlineMs: Date.now() + 500 };
    expect(await failureOf(run([['list_stores'], ['cancel_order', { order: 'A-1' }]], turn))).toBe('timeout');
    expect(api.calls).toHaveLength(1);
  });

  describe('missing scopes', () => {
    const steppedUp = (...missingScopes: string[]): StepUp => ({
      kind: 'step-up',
      missingScopes,
      text: undefined,
    });

    it('of any call keep the whole step from being sent; their union is named in card order', async () => {
      const asked: Call[] = [
        ['list_stores'],
        ['issue_refund', { order: 'A-1' }],
        ['lookup_orders', { order: 'A-1' }],
        ['cancel_order', { order: 'A-1' }],
      ];
      expect(await run(asked, READER)).toEqual(steppedUp('orders:cancel', 'refunds:issue'));
      expect(await run(asked, {})).toEqual(steppedUp('orders:read', 'orders:cancel', 'refunds:issue'));
      expect(api.calls).toEqual([]);
    });

    it('of a call that would not be sent anyway are not asked for', async () => {
      expect(await resultsOf([['issue_refund', { order: 'x' }], ['list_stores']], READER)).toMatchObject([
        { error: { code: 'invalid_arguments' } },
        { ok: true },
      ]);
    });

    it('that the card does not offer fail the turn', async () => {
      const tools = { ...shopTools(api.origin), scopes: CARD.slice(0, 1) };
      expect(await failureOf(run([['cancel_order', { order: 'A-1' }]], READER, tools))).toBe('unsupported');
    });

    it('that a tool finds itself step the turn up; what it refused is not kept, and no later call is made', async () => {
      const scope = 'refunds:issue orders:read unheard:of';
      api.behave((_call, count) =>
        count === 1
          ? { kind: 'json', body: {} }
          : { kind: 'json', status: 403, body: { error: 'insufficient_scope', scope } },
      );
      const asked: Call[] = [
        ['list_stores'],
        ['lookup_orders', { order: 'A-1' }],
        ['lookup_orders', { order: 'A-2' }],
      ];
      expect(await run(asked, READER)).toEqual(steppedUp('refunds:issue'));
      expect(api.calls).toHaveLength(2);
      expect(calls.resumable()).toMatchObject([{ result: { ok: true } }, { result: undefined }]);
    });

    it('that a tool names though the turn has them are a plain refusal', async () => {
      api.behave({ kind: 'json', status: 403, body: { error: 'insufficient_scope', scope: 'orders:read' } });
      expect(await resultsOf([['lookup_orders', { order: 'A-1' }]], READER)).toMatchObject([
        { ok: false, status: 403, error: { code: 'rejected' } },
      ]);
    });
  });
});
