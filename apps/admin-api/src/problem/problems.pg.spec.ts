import { request } from 'node:http';
import { StubPersonalAgent } from '@surety/testing';
import { AdminStack, type Answer } from '../admin-stack.test-kit';
import { createBrand, createPersonalAgent, personalAgentBody } from '../whole-api/sample-world.test-kit';
import { PROBLEMS, type ProblemCode } from './problem';

describe('problem answers (PACT wire §6, RFC 9457)', () => {
  let stack: AdminStack;
  let agent: StubPersonalAgent;
  beforeAll(async () => {
    stack = await AdminStack.start();
    agent = await StubPersonalAgent.start();
  });
  afterAll(async () => {
    await agent.stop();
    await stack.stop();
  });

  const seen = new Set<ProblemCode>();
  function expectProblem(answer: Answer, code: ProblemCode, errors?: object[]): void {
    seen.add(code);
    expect(answer.status).toBe(PROBLEMS[code].status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(answer.body)).toEqual(['type', 'title', 'status', 'detail', 'requestId', 'errors']);
    expect(answer.body.type).toBe(`urn:surety:problem:${code}`);
    expect(answer.body.title).toBe(PROBLEMS[code].title);
    expect(answer.body.status).toBe(answer.status);
    expect(answer.body.requestId).toBe(answer.headers.get('request-id'));
    if (errors !== undefined) expect(answer.body.errors).toMatchObject(errors);
  }

  it('401 unauthenticated', async () => {
    const answer = await stack.call('GET', '/brands', { token: null });
    expectProblem(answer, 'unauthenticated', []);
  });

  it('403 forbidden', async () => {
    const token = stack.token('auditor');
    expectProblem(await stack.call('POST', '/brands', { token, body: {} }), 'forbidden', []);
  });

  it.each([
    '/brands/01UNKNOWN',
    '/brands/a%00b',
    '/brands/%F0%9F%98%80',
    `/brands/${'x'.repeat(5_000)}`,
    '/brands/..%2F..',
    '/brands/%ZZ',
    '/brands/%ff',
    '/personal-agents/nobody',
    '/conversations/ctx_nothing',
    '/nothing',
    '/brands/x/nothing',
    '/brands/',
    '/Brands',
  ])('404 not_found at %s', async path => {
    expectProblem(await stack.call('GET', path), 'not_found', []);
  });

  it('404 for unknown routes needs no token, and answers for the root too', async () => {
    expectProblem(await stack.send('GET', '/nothing', { token: null }), 'not_found');
    expectProblem(await stack.send('GET', '/', { token: null }), 'not_found');
    expectProblem(await stack.send('POST', '/api/v1', { token: null }), 'not_found');
  });

  it.each([
    ['PUT', '/brands', 'POST, GET, HEAD'],
    ['DELETE', '/brands/x', 'GET, HEAD, PATCH'],
    ['GET', '/brands/x/close', 'POST'],
    ['OPTIONS', '/webhook-keys', 'GET, HEAD'],
    ['PATCH', '/personal-agents/x/disable', 'POST'],
  ])('405 with Allow for %s %s', async (method, path, allow) => {
    const answer = await stack.call(method, path, { token: null });
    expectProblem(answer, 'method_not_allowed', []);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('409 conflict for an issuer that is taken', async () => {
    const body = personalAgentBody(agent);
    expect((await stack.call('POST', '/personal-agents', { body })).status).toBe(201);
    const answer = await stack.call('POST', '/personal-agents', { body });
    expectProblem(answer, 'conflict', [{ path: 'issuer', code: 'taken' }]);
  });

  it('412 version_mismatch', async () => {
    const { id } = await createPersonalAgent(stack, agent);
    const headers = { 'if-match': '"2"' };
    const answer = await stack.call('PATCH', `/personal-agents/${id}`, { body: { name: 'x' }, headers });
    expectProblem(answer, 'version_mismatch', []);
  });

  it('429 too_many_requests with Retry-After, per Brand', async () => {
    const [{ id }, other] = [await createBrand(stack), await createBrand(stack)];
    const path = `/brands/${id}/agent/test`;
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => stack.call('POST', path, { body: { text: 'Hi' } })),
    );
    const refused = answers.find(answer => answer.status === 429);
    expect(refused).toBeDefined();
    expectProblem(refused!, 'too_many_requests', []);
    expect(refused!.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
    const elsewhere = await stack.call('POST', `/brands/${other.id}/agent/test`, { body: { text: 'Hi' } });
    expect(elsewhere.status).toBe(200);
  });

  it('500 internal tells nothing of the fault, and the log has it under the request id', async () => {
    await stack.sql('ALTER TABLE brand RENAME TO brand_away');
    const answer = await stack.call('GET', '/brands');
    await stack.sql('ALTER TABLE brand_away RENAME TO brand');
    expectProblem(answer, 'internal', []);
    expect(answer.text).not.toMatch(/relation|brand|select|pg|at /i);
    const line = stack.log.find(
      each => each.includes('"level":"error"') && each.includes(answer.body.requestId),
    );
    expect(line).toContain('brand');
  });

  it('P37: 503 unavailable while the database is away, never 401, and 200 when it is back', async () => {
    await stack.gate.shut();
    try {
      for (const path of ['/brands', '/personal-agents/x', '/audit', '/conversations', '/webhook-keys']) {
        expectProblem(await stack.call('GET', path), 'unavailable', []);
      }
      const answer = await stack.call('POST', '/personal-agents', { body: personalAgentBody(agent) });
      expectProblem(answer, 'unavailable', []);
      expect((await stack.send('GET', '/health/ready', { token: null })).status).toBe(503);
      expect((await stack.send('GET', '/health/live', { token: null })).status).toBe(200);
    } finally {
      await stack.gate.open();
    }
    expect((await stack.call('GET', '/brands')).status).toBe(200);
  });

  it('every code of the table was met', () => {
    seen.add('invalid_request');
    expect([...seen].sort()).toEqual(Object.keys(PROBLEMS).sort());
  });

  describe('400 invalid_request', () => {
    const post = (sending: Parameters<AdminStack['call']>[2]) => stack.call('POST', '/brands', sending);

    it.each(['{', '[]', '"x"', 'null', 'name=x', '\uFEFF{}'])(
      'a body that is no JSON object: %j',
      async raw => {
        expectProblem(await post({ raw }), 'invalid_request', [{ path: '' }]);
      },
    );

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'application/json; charset=latin1',
      'application/json; utf-8',
      'nonsense',
      '',
    ])('the media type %j', async type => {
      const answer = await post({ raw: '{}', headers: { 'content-type': type } });
      expectProblem(answer, 'invalid_request', [{ path: '', code: 'wrong_media_type' }]);
    });

    it.each([
      'application/json',
      'APPLICATION/JSON',
      'application/json;charset=UTF-8',
      'application/merge-patch+json',
    ])('takes the media type %s', async type => {
      const raw = JSON.stringify({
        name: 'X',
        agent: { kind: 'script', script: { rules: [], fallback: 'x' } },
      });
      expect((await post({ raw, headers: { 'content-type': type } })).status).toBe(201);
    });

    it('a content coding', async () => {
      const answer = await post({ raw: '{}', headers: { 'content-encoding': 'gzip' } });
      expectProblem(answer, 'invalid_request', [{ code: 'wrong_media_type' }]);
    });

    it('P27: a body over 256 KiB, with and without Content-Length; the connection ends', async () => {
      const raw = JSON.stringify({ name: 'x'.repeat(256 * 1024) });
      const answer = await post({ raw });
      expectProblem(answer, 'invalid_request', [{ code: 'too_large' }]);
      expect(answer.headers.get('connection')).toBe('close');
      const chunked = await sendChunked(stack, '/api/v1/brands', raw);
      expect(chunked.status).toBe(400);
      expect(chunked.body).toContain('"too_large"');
    });

    it('P27, field 16: NUL, lone surrogates and bytes that are not UTF-8, anywhere', async () => {
      for (const raw of [
        '{"name":"a\\u0000"}',
        '{"name":"\\ud800"}',
        '{"agent":{"kind":"\\udfff"}}',
        '{"\\u0000":1}',
      ]) {
        expectProblem(await post({ raw }), 'invalid_request', [{ code: 'forbidden_character' }]);
      }
      const bytes = new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]);
      expectProblem(await post({ raw: bytes }), 'invalid_request', [{ code: 'not_json' }]);
    });

    it.each([
      '/brands?limit=0',
      '/brands?limit=201',
      '/brands?limit=1e2',
      '/brands?limit=',
      '/brands?limit=5&limit=5',
      '/brands?offset=1',
      '/brands?q=%00',
      '/brands?q=%',
      '/brands?state=OPEN',
      '/brands?cursor=abc',
      '/brands?__proto__=x',
      '/brands?constructor=x',
      '/personal-agents?enabled=1',
      '/personal-agents?enabled=',
      '/conversations?from=yesterday',
      '/conversations?status=idle',
      '/audit?to=2026-13-01T00:00:00Z',
      '/webhook-keys?status=active',
      '/brands/x?reveal=true',
    ])('the query of %s', async path => {
      const answer = await stack.call('GET', path);
      expectProblem(answer, 'invalid_request');
      expect(answer.body.errors).toHaveLength(1);
    });

    it('names every member at fault at once', async () => {
      const answer = await post({ body: { name: 5, more: 1, limits: { contextIdleDays: '5' } } });
      expectProblem(answer, 'invalid_request');
      const found = answer.body.errors.map(
        (fault: { path: string; code: string }) => `${fault.path}:${fault.code}`,
      );
      expect(found.sort()).toEqual([
        'agent:required',
        'limits.contextIdleDays:wrong_type',
        'more:unknown_member',
        'name:wrong_type',
      ]);
    });
  });
});

function sendChunked(
  stack: AdminStack,
  path: string,
  body: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${stack.token('owner')}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    };
    const sent = request(stack.origin + path, { method: 'POST', headers }, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
