import { generateKeyPairSync } from 'node:crypto';
import { type BrandAgent, createBrandAgent, requestSigner } from '@surety/agents';
import { EgressClient } from '@surety/platform';
import { StubBrand } from '../stub-brand';
import { type StubReply, says } from '../stub-brand-reply';
import { RecordedCalls, answerOf, brandAgentContract, failureOf, someTurn } from './brand-agent.test-kit';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'wh-1' }] };
const egress = new EgressClient({ allowLoopbackHttp: true, allowCidrs: [] });
const parts = {
  egress,
  signer: requestSigner(async () => ({ kid: 'wh-1', key: privateKey })),
  clock: { nowMs: () => Date.now() },
};

const agentAt = (
  url: string,
  members: { idempotent?: boolean; headers?: Record<string, string> } = {},
): BrandAgent =>
  createBrandAgent({ kind: 'webhook', url, idempotent: false, headers: {}, ...members }, parts);

afterAll(() => egress.close());

brandAgentContract('A webhook agent', async () => {
  const brands: StubBrand[] = [];
  const replying = async (reply: StubReply | ((text: string) => StubReply)): Promise<BrandAgent> => {
    const brand = await StubBrand.start();
    brand.behave(delivery => (typeof reply === 'function' ? reply(delivery.turn?.text ?? '') : reply));
    brands.push(brand);
    return agentAt(brand.url);
  };
  return {
    saying: (text, close) => replying(says(text, close)),
    echoingNumbers: () => replying(text => says(/[0-9]+/.exec(text)?.[0] ?? '')),
    blank: () => replying(says(' \n')),
    tooLong: () => replying(says('a'.repeat(64 * 1024 + 1))),
    stop: async () => {
      await Promise.all(brands.map(brand => brand.stop()));
    },
  };
});

describe('webhook agent (PACT wire 5.1 to 5.3)', () => {
  let brand: StubBrand;
  let calls: RecordedCalls;
  const agent = (members?: Parameters<typeof agentAt>[1]) => agentAt(brand.url, members);
  const fails = (idempotent: boolean, deadlineMs = Date.now() + 5_000) =>
    failureOf(answerOf(agent({ idempotent }), { deadlineMs }, calls));

  beforeEach(async () => {
    calls = new RecordedCalls();
    brand = await StubBrand.start({ path: '/agent?shop=1&x=%20', keys: () => keys });
  });
  afterEach(() => brand.stop());

  it('is a signed POST that a receiver verifies with jose alone', async () => {
    await answerOf(agent({ headers: { 'X-Api-Key': 'k-1' } }), {
      turnId: 'tn_1',
      nextStep: 4,
      text: 'café 😀',
    });
    const [delivery] = brand.deliveries;
    expect(delivery?.signatureFault).toBeUndefined();
    expect(delivery?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'tn_1.4',
      'request-id': 'req-1',
      'x-api-key': 'k-1',
    });
    expect(delivery?.turn).toMatchObject({
      type: 'turn',
      turnId: 'tn_1',
      step: 4,
      attempt: 1,
      text: 'café 😀',
    });
    expect(delivery?.headers['content-length']).toBe(String(delivery?.bytes.length));
  });

  it('signs with the key that is active at that delivery', async () => {
    const next = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    let active = { kid: 'wh-1', key: privateKey };
    const rotating = createBrandAgent(
      { kind: 'webhook', url: brand.url, idempotent: false, headers: {} },
      { ...parts, signer: requestSigner(async () => active) },
    );
    await answerOf(rotating);
    active = { kid: 'wh-2', key: next.privateKey };
    await answerOf(rotating);
    const kids = brand.deliveries.map(delivery => {
      const [header = ''] = String(delivery.headers['surety-signature']).split('.');
      return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
    });
    expect(kids).toEqual(['wh-1', 'wh-2']);
    expect(brand.deliveries.map(delivery => delivery.signatureFault)).toEqual([
      undefined,
      'the signature does not verify',
    ]);
  });

  it('asks for the history once, also when it delivers again', async () => {
    brand.behave((_delivery, count) => (count < 3 ? { kind: 'json', status: 503, body: {} } : says('Hi.')));
    const history = jest.fn(async () => [{ role: 'user' as const, text: 'Before', atMs: 1 }]);
    await answerOf(agent({ idempotent: true }), { history });
    expect(history).toHaveBeenCalledTimes(1);
    const sent = brand.deliveries.map(delivery => JSON.parse(delivery.bytes.toString()).history as unknown);
    const before = [{ role: 'user', text: 'Before', at: '1970-01-01T00:00:00.001Z' }];
    expect(sent).toEqual([before, before, before]);
  });

  describe('record (P10)', () => {
    it('is committed before the first byte, as an effect unless the endpoint is idempotent', async () => {
      const order: string[] = [];
      brand.behave(() => {
        order.push('delivered');
        return says('Hi.');
      });
      for (const idempotent of [false, true]) {
        const begin = async (call: { effect: boolean }) => {
          await new Promise(resolve => setTimeout(resolve, 30));
          order.push(`committed effect=${call.effect}`);
        };
        await agent({ idempotent }).answer(
          someTurn(),
          Object.assign(new RecordedCalls(), { begin }),
          new AbortController().signal,
        );
      }
      expect(order).toEqual(['committed effect=true', 'delivered', 'committed effect=false', 'delivered']);
    });

    it('sends nothing when it cannot be committed, and passes the fault on as it is', async () => {
      const down = new Error('the store is down');
      const broken = Object.assign(new RecordedCalls(), { begin: () => Promise.reject(down) });
      await expect(answerOf(agent(), {}, broken)).rejects.toBe(down);
      expect(brand.deliveries).toEqual([]);
    });

    it('ends with done, failed or unknown', async () => {
      await answerOf(agent(), {}, calls);
      brand.behave({ kind: 'json', status: 500, body: {} });
      await fails(false);
      brand.behave({ kind: 'reset', when: 'mid_answer' });
      await fails(false);
      expect(calls.log).toEqual([
        'begin 1.1 effect',
        'done 1.1',
        'begin 1.1 effect',
        'failed 1.1 {"code":"status"}',
        'begin 1.1 effect',
        'unknown 1.1 {"code":"interrupted"}',
      ]);
    });
  });

  describe('an endpoint that is not declared idempotent', () => {
    it.each<[string, StubReply, string]>([
      ['an error', { kind: 'json', status: 500, body: {} }, 'status'],
      ['unavailability', { kind: 'json', status: 503, body: {} }, 'status'],
      ['no content', { kind: 'raw', status: 204 }, 'status'],
      ['a redirect', { kind: 'raw', status: 307, headers: { Location: '/elsewhere' } }, 'redirect'],
      ['a status 304', { kind: 'raw', status: 304 }, 'redirect'],
      ['no answer', { kind: 'hang' }, 'timeout'],
      ['a dripping answer', { kind: 'drip', body: { text: 'a'.repeat(500) }, everyMs: 20 }, 'timeout'],
      ['a broken connection', { kind: 'reset', when: 'at_once' }, 'interrupted'],
      ['half an answer', { kind: 'reset', when: 'mid_answer' }, 'interrupted'],
      [
        'plain text',
        { kind: 'raw', status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'Hi' },
        'content_type',
      ],
      ['no media type', { kind: 'raw', status: 200, body: '{"text":"Hi."}' }, 'content_type'],
      ['5 MB', { kind: 'json', body: { text: 'a'.repeat(5_000_000) } }, 'too_large'],
      ['256 KiB and a byte', { kind: 'json', body: ofSize(256 * 1024 + 1) }, 'too_large'],
      [
        'compressed bytes',
        { kind: 'raw', status: 200, headers: { 'Content-Encoding': 'gzip' }, body: 'x' },
        'interrupted',
      ],
      [
        'no UTF-8',
        {
          kind: 'raw',
          status: 200,
          headers: { 'Content-Type': 'application/json' },
          body: Buffer.from('{"text":"caf\u00e9"}', 'latin1'),
        },
        'not_json',
      ],
    ])('gets one delivery when it answers %s', async (_case, reply, code) => {
      brand.behave(reply);
      expect(await fails(false, Date.now() + 600)).toBe(code);
      expect(brand.deliveries).toHaveLength(1);
      expect(calls.log[0]).toBe('begin 1.1 effect');
      expect(calls.log).toHaveLength(2);
    });

    it('may answer exactly 256 KiB', async () => {
      brand.behave({ kind: 'json', body: ofSize(256 * 1024) });
      expect(await answerOf(agent())).toEqual({ text: 'Hi.', close: false });
    });

    it('never follows a redirect', async () => {
      const elsewhere = await StubBrand.start();
      brand.behave({ kind: 'raw', status: 302, headers: { Location: elsewhere.url } });
      expect(await fails(false)).toBe('redirect');
      expect(elsewhere.deliveries).toEqual([]);
      await elsewhere.stop();
    });

    it('is tried again when the connection was never established, and the record is struck', async () => {
      await brand.away();
      const answer = answerOf(agent(), {}, calls);
      await until(() => calls.log.includes('never_sent 1.1'));
      await brand.back();
      expect(await answer).toMatchObject({ text: 'You said: Hello there' });
      const sent = calls.log.length / 2;
      expect(calls.log.slice(0, 3)).toEqual(['begin 1.1 effect', 'never_sent 1.1', 'begin 1.2 effect']);
      expect(calls.log.at(-1)).toBe(`done 1.${sent}`);
      expect(brand.deliveries.map(delivery => delivery.turn?.attempt)).toEqual([sent]);
    });

    it('fails with nothing on record when it never listens', async () => {
      await brand.away();
      expect(await fails(false)).toBe('connect');
      expect(calls.log).toEqual([1, 2, 3].flatMap(n => [`begin 1.${n} effect`, `never_sent 1.${n}`]));
    });
  });

  describe('an endpoint that is declared idempotent', () => {
    it.each([502, 503, 504])(
      'gets %d of its answers tried again, same key, attempt counted up',
      async status => {
        brand.behave((_delivery, count) =>
          count < 3 ? { kind: 'json', status, body: {} } : says('At last.'),
        );
        expect(await answerOf(agent({ idempotent: true }), { turnId: 'tn_1' }, calls)).toMatchObject({
          text: 'At last.',
        });
        expect(brand.deliveries.map(d => [d.idempotencyKey, d.turn?.attempt, d.signatureFault])).toEqual(
          [1, 2, 3].map(attempt => ['tn_1.1', attempt, undefined]),
        );
        expect([...brand.countsByKey()]).toEqual([['tn_1.1', 3]]);
        expect(calls.log).toEqual([
          'begin 1.1',
          'failed 1.1 {"code":"status"}',
          'begin 1.2',
          'failed 1.2 {"code":"status"}',
          'begin 1.3',
          'done 1.3',
        ]);
      },
    );

    it('gets three deliveries at most', async () => {
      brand.behave({ kind: 'json', status: 503, body: {} });
      expect(await fails(true)).toBe('status');
      expect(brand.deliveries).toHaveLength(3);
    });

    it('is given up after a third of the time and tried again within the deadline', async () => {
      brand.behave((_delivery, count) => (count < 3 ? { kind: 'hang' } : says('Third time.')));
      const startedMs = Date.now();
      const deadlineMs = startedMs + 900;
      expect(await answerOf(agent({ idempotent: true }), { deadlineMs }, calls)).toMatchObject({
        text: 'Third time.',
      });
      expect(Date.now() - startedMs).toBeGreaterThanOrEqual(590);
      expect(calls.log.filter(line => line.startsWith('unknown'))).toHaveLength(2);
    });

    it('ends at the deadline when it hangs every time', async () => {
      brand.behave({ kind: 'hang' });
      const startedMs = Date.now();
      expect(await fails(true, startedMs + 600)).toBe('timeout');
      expect(Date.now() - startedMs).toBeLessThan(2_000);
      expect(brand.deliveries).toHaveLength(3);
    });

    it('is tried again after a broken connection', async () => {
      brand.behave((_delivery, count) => (count < 2 ? { kind: 'reset', when: 'mid_answer' } : says('Hi.')));
      expect(await answerOf(agent({ idempotent: true }))).toMatchObject({ text: 'Hi.' });
    });

    it.each<[string, StubReply, string]>([
      ['an error', { kind: 'json', status: 500, body: {} }, 'status'],
      ['a refusal', { kind: 'json', status: 429, body: {} }, 'status'],
      ['a wrong shape', { kind: 'json', body: {} }, 'shape'],
      ['a blank text', says(' '), 'blank_text'],
      ['5 MB', { kind: 'json', body: { text: 'a'.repeat(5_000_000) } }, 'too_large'],
      ['a redirect', { kind: 'raw', status: 302, headers: { Location: '/' } }, 'redirect'],
    ])('gets one delivery when it answers %s', async (_case, reply, code) => {
      brand.behave(reply);
      expect(await fails(true)).toBe(code);
      expect(brand.deliveries).toHaveLength(1);
    });
  });

  it.each([
    [false, 'close', 2],
    [true, 'keep-alive', 1],
  ])(
    'shares connections only when it may repeat (idempotent %s: %s)',
    async (idempotent, header, connections) => {
      for (let i = 0; i < 2; i += 1) await answerOf(agent({ idempotent }));
      expect(brand.deliveries.map(delivery => delivery.headers.connection)).toEqual([header, header]);
      expect(new Set(brand.deliveries.map(delivery => delivery.fromPort)).size).toBe(connections);
    },
  );

  describe('time', () => {
    it('stops as soon as the turn is aborted, and the call is of unknown outcome', async () => {
      brand.behave({ kind: 'hang' });
      const abort = new AbortController();
      const answer = failureOf(agent().answer(someTurn(), calls, abort.signal));
      await brand.delivered(1);
      abort.abort();
      expect(await answer).toBe('aborted');
      expect(calls.log).toEqual(['begin 1.1 effect', 'unknown 1.1 {"code":"aborted"}']);
    });

    it('tries nothing again after an abort', async () => {
      await brand.away();
      const abort = new AbortController();
      const answer = failureOf(agent({ idempotent: true }).answer(someTurn(), calls, abort.signal));
      await until(() => calls.log.includes('never_sent 1.1'));
      abort.abort();
      expect(await answer).toBe('aborted');
      expect(calls.log).toEqual(['begin 1.1', 'never_sent 1.1']);
    });

    it('records and sends nothing once the deadline has passed', async () => {
      expect(await fails(false, Date.now() - 1)).toBe('timeout');
      expect([calls.log, brand.deliveries]).toEqual([[], []]);
    });

    it('sends nothing when recording took all the time, and strikes the record', async () => {
      const deadlineMs = Date.now() + 60;
      const slow = new RecordedCalls();
      const begin = slow.begin.bind(slow);
      slow.begin = async call => {
        await new Promise(resolve => setTimeout(resolve, 80));
        await begin(call);
      };
      expect(await failureOf(answerOf(agent(), { deadlineMs }, slow))).toBe('timeout');
      expect([slow.log, brand.deliveries]).toEqual([['begin 1.1 effect', 'never_sent 1.1'], []]);
    });
  });

  it('refuses a private address when it connects, leaving nothing on record (P25)', async () => {
    for (const url of ['http://10.0.0.1/agent', 'https://169.254.169.254/', 'ftp://x.example/']) {
      const struck = new RecordedCalls();
      expect(await failureOf(answerOf(agentAt(url), {}, struck))).toBe('address_refused');
      expect(struck.log).toEqual(['begin 1.1 effect', 'never_sent 1.1']);
    }
  });
});

/** A good reply whose JSON has exactly so many bytes. */
function ofSize(bytes: number): object {
  const reply = { text: 'Hi.', pad: '' };
  return { ...reply, pad: 'a'.repeat(bytes - JSON.stringify(reply).length) };
}

/** Waits until the condition holds, for at most 5 s. */
async function until(condition: () => boolean): Promise<void> {
  const deadlineMs = Date.now() + 5_000;
  while (!condition()) {
    if (Date.now() > deadlineMs) throw new Error('the condition never held');
    await new Promise(resolve => setTimeout(resolve, 2));
  }
}
