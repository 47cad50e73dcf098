import { says, StubBrand } from '@surety/testing';
import { AdminStack } from '../admin-stack.test-kit';
import { createBrand } from '../whole-api/sample-world.test-kit';

describe('POST /brands/{id}/agent/test (PACT wire §6)', () => {
  let stack: AdminStack;
  let endpoint: StubBrand;
  beforeAll(async () => {
    stack = await AdminStack.start();
    endpoint = await StubBrand.start({
      keys: async () => ({
        keys: (await stack.call('GET', '/webhook-keys')).body.items.map(
          (key: { publicJwk: object }) => key.publicJwk,
        ),
      }),
    });
  });
  afterAll(async () => {
    await endpoint.stop();
    await stack.stop();
  });

  const test = (id: string, text: unknown = 'Where is my order?') =>
    stack.call('POST', `/brands/${id}/agent/test`, { body: { text } });
  const webhookBrand = (change: object = {}) =>
    createBrand(stack, { agent: { kind: 'webhook', url: endpoint.url, ...change } });

  it('runs a script', async () => {
    const rule = {
      any: ['order'],
      extract: { order: '[A-Z]-[0-9]{5}' },
      reply: 'Order {{order}} is on its way.',
    };
    const script = { rules: [rule], fallback: 'Pardon?' };
    const { id } = await createBrand(stack, { agent: { kind: 'script', script } });
    const answer = await test(id, 'my order A-88213');
    expect(answer.body).toEqual({ text: 'Order A-88213 is on its way.', steps: [], error: null });
    expect((await test(id, 'hm')).body.text).toBe('Pardon?');
  });

  it('calls a webhook once, signed, with its secret headers, and says what was sent', async () => {
    const { id } = await webhookBrand({ headers: { 'X-Api-Key': 'key-of-the-brand' } });
    endpoint.behave(says('On its way.'));
    const before = endpoint.deliveries.length;
    const answer = await test(id);
    expect(answer.body).toEqual({
      text: 'On its way.',
      steps: [{ step: 1, attempt: 1, state: 'done' }],
      error: null,
    });
    const [delivery, ...more] = endpoint.deliveries.slice(before);
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({
      signatureFault: undefined,
      headers: { 'x-api-key': 'key-of-the-brand', 'request-id': answer.headers.get('request-id') },
      turn: { brandId: id, text: 'Where is my order?' },
    });
  });

  it('answers 200 with the fault of a bad agent, for the operator of the agent', async () => {
    const { id } = await webhookBrand();
    endpoint.behave(says(''));
    const blank = await test(id);
    expect(blank.status).toBe(200);
    expect(blank.body).toMatchObject({ text: null, error: { code: 'blank_text' } });
    const nobody = await createBrand(stack, { agent: { kind: 'webhook', url: 'http://127.0.0.1:9/x' } });
    expect((await test(nobody.id)).body).toMatchObject({ text: null, error: { code: 'connect' } });
  });

  it('§9: takes toolCalls for a fault before delegation exists', async () => {
    const { id } = await webhookBrand();
    endpoint.behave({
      kind: 'json',
      body: { toolCalls: [{ id: 'c1', tool: 't', arguments: {} }] },
    });
    const answer = await test(id);
    expect(answer.body.text).toBeNull();
    expect(answer.body.error.code).toEqual(expect.any(String));
  });

  it('stores no conversation and no turn', async () => {
    const { id } = await createBrand(stack);
    await test(id);
    const [row] = await stack.sql(
      'SELECT (SELECT count(*)::int FROM context) AS contexts, (SELECT count(*)::int FROM turn) AS turns',
    );
    expect(row).toEqual({ contexts: 0, turns: 0 });
  });

  it.each<[unknown, string]>([
    [undefined, 'required'],
    [null, 'null_not_allowed'],
    [5, 'wrong_type'],
    [['a'], 'wrong_type'],
    ['', 'wrong_length'],
    [' \n', 'wrong_format'],
    ['x'.repeat(65_537), 'wrong_length'],
  ])('refuses the text %j', async (text, code) => {
    const { id } = await createBrand(stack);
    const answer = await stack.call('POST', `/brands/${id}/agent/test`, { body: { text } });
    expect(answer.body.errors).toMatchObject([{ path: 'text', code }]);
  });
});
