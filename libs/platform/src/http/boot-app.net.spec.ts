import { connect } from 'node:net';
import { Body, Controller, Get, Headers, HttpException, Module, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ULID_PATTERN } from '@surety/kernel';
import { closedPort } from '../egress/loopback-server.test-kit';
import { Readiness } from '../health/readiness';
import { readSettings } from '../settings/read-settings';
import { bootApp } from './boot-app';
import type { BodyMode } from './create-fastify';
import { rawRequest } from './raw-request.test-kit';
import { readBody } from './read-body';
import type { RunningApp } from './running-app';

@Controller()
class SpecController {
  @Get('ping')
  ping() {
    return { ok: true };
  }

  @Get('last-header')
  lastHeader(@Headers('x-last') last: string | undefined) {
    return { last: last ?? null };
  }

  @Get('teapot')
  teapot(): never {
    throw new HttpException('teapot', 418);
  }

  @Get('boom')
  boom(): never {
    throw new Error('boom');
  }

  @Post('raw')
  async raw(@Req() request: FastifyRequest) {
    const body = await readBody(request.raw, 10);
    const type = request.headers['content-type'] ?? null;
    return { type, body: body.ok ? body.value.toString() : body.error };
  }

  @Post('json')
  json(@Body() body: unknown) {
    return { body };
  }
}

@Module({ controllers: [SpecController] })
class SpecModule {}

const running: RunningApp[] = [];

async function boot(bodies: BodyMode = 'unread', env: Record<string, string> = {}): Promise<RunningApp> {
  const settings = readSettings({
    SURETY_PORT: String(await closedPort()),
    SURETY_LISTEN: '127.0.0.1',
    SURETY_LOG_LEVEL: 'fatal',
    SURETY_DRAIN_SECONDS: '0',
    ...env,
  });
  const app = await bootApp({ name: 'spec', settings, module: SpecModule, bodies, stopOnSignals: false });
  running.push(app);
  return app;
}

const originOf = (app: RunningApp) => app.origins[0] ?? '';
const idIn = (answer: string) => /^Request-Id: (.*)\r$/im.exec(answer)?.[1];

afterEach(async () => {
  await Promise.all(running.splice(0).map(app => app.stop()));
});

it('P27: no header within the 64 KiB is lost, however many there are', async () => {
  const app = await boot();
  const filler = Array.from({ length: 6_000 }, (_, index) => `h${index}:\r\n`).join('');
  const head = `GET /last-header HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${filler}X-Last: seen\r\n\r\n`;
  expect(await rawRequest(originOf(app), head)).toContain('{"last":"seen"}');
});

describe('Request-Id', () => {
  it('PACT wire: is on every answer, fresh, and never the caller’s', async () => {
    const app = await boot();
    const ids = new Set<string>();
    for (const path of [
      '/ping',
      '/teapot',
      '/boom',
      '/none',
      '/%zz',
      '/health/live',
      '/metrics',
      '/ping?x=%',
    ]) {
      const answer = await fetch(originOf(app) + path, { headers: { 'Request-Id': 'mine' } });
      await answer.arrayBuffer();
      const id = answer.headers.get('Request-Id') ?? '';
      expect([path, id]).toEqual([path, expect.stringMatching(ULID_PATTERN)]);
      ids.add(id);
    }
    expect(ids.size).toBe(8);
  });

  it.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', 400],
    ['an unknown method', 'FOO /ping HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a broken header', 'GET /ping HTTP/1.1\r\nHost: x\r\nBad\0: 1\r\n\r\n', 400],
    ['two lengths', 'POST /raw HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    [
      'length and chunks',
      'POST /raw HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['headers over 64 KiB', `GET /ping HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(66_000)}\r\n\r\n`, 431],
    ['no Host', 'GET /ping HTTP/1.1\r\n\r\n', 400],
    ['two Hosts', 'GET /ping HTTP/1.1\r\nHost: x\r\nHOST: y\r\n\r\n', 400],
    ['the same Host twice', 'GET /ping HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n', 400],
    ['an expectation', 'GET /ping HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n', 417],
    ['a known method without routes', 'PROPFIND /ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ])('PACT wire: is on the answer to %s', async (_kind, bytes, status) => {
    const answer = await rawRequest(originOf(await boot()), bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(idIn(answer)).toMatch(ULID_PATTERN);
    expect(answer.match(/Request-Id/gi)).toHaveLength(1);
  });

  it('P27: 64 KiB of headers still reach the app', async () => {
    const answer = await fetch(`${originOf(await boot())}/ping`, {
      headers: { authorization: 'x'.repeat(60_000) },
    });
    expect(answer.status).toBe(200);
  });
});

describe('bodies', () => {
  it.each([
    'application/json',
    'application/a2a+json',
    'APPLICATION/JSON; charset=utf-8',
    'application/json; utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    ';;;',
    'x',
  ])('P3, field 9: reach the app unread as %s', async type => {
    const app = await boot();
    const answer = await fetch(`${originOf(app)}/raw`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': type },
    });
    expect(await answer.json()).toEqual({ type, body: '{"a":1}' });
  });

  it('are empty when there are none, and bounded, announced or not', async () => {
    const origin = originOf(await boot());
    const send = async (headers: string, body: string) =>
      (
        await rawRequest(
          origin,
          `POST /raw HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n\r\n${body}`,
        )
      ).split('\r\n\r\n')[1];
    expect(await send('X: 1', '')).toBe('{"type":null,"body":""}');
    expect(await send('Content-Length: 10', '0123456789')).toBe('{"type":null,"body":"0123456789"}');
    expect(await send('Content-Length: 11', '0123456789a')).toBe('{"type":null,"body":"too_large"}');
    const chunked = '6\r\n012345\r\n6\r\n6789ab\r\n0\r\n\r\n';
    expect(await send('Transfer-Encoding: chunked', chunked)).toBe('{"type":null,"body":"too_large"}');
  });

  it('are parsed as JSON where an app says so', async () => {
    const origin = originOf(await boot('json'));
    const send = (body: string) =>
      fetch(`${origin}/json`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(await (await send('{"a":[1]}')).json()).toEqual({ body: { a: [1] } });
    expect((await send('{')).status).toBe(400);
  });
});

describe('health and metrics', () => {
  it('PACT wire 8: live, ready and metrics answer, and readiness follows its checks', async () => {
    const app = await boot();
    const ready = async () => {
      const answer = await fetch(`${originOf(app)}/health/ready`);
      return [answer.status, await answer.json()];
    };
    expect(await (await fetch(`${originOf(app)}/health/live`)).json()).toEqual({ status: 'live' });
    expect(await ready()).toEqual([200, { status: 'ready', checks: {} }]);
    app.app.get(Readiness).register('database', () => Promise.reject(new Error('down at 10.0.0.7')));
    expect(await ready()).toEqual([503, { status: 'unavailable', checks: { database: 'failed' } }]);
    await fetch(`${originOf(app)}/none/${'x'.repeat(50)}`);
    const text = await (await fetch(`${originOf(app)}/metrics`)).text();
    expect(text).toContain('route="/health/ready",status="503"');
    expect(text).toContain('route="unmatched",status="404"');
    expect(text).not.toContain('xxx');
  });

  it('PACT wire 8: with a port of their own, metrics are there only', async () => {
    const metricsPort = await closedPort();
    const app = await boot('unread', { SURETY_METRICS_PORT: String(metricsPort) });
    expect((await fetch(`${originOf(app)}/metrics`)).status).toBe(404);
    const own = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(own.headers.get('content-type')).toContain('text/plain');
    expect(await own.text()).toContain('surety_http_request_duration_seconds');
    expect((await fetch(`http://127.0.0.1:${metricsPort}/health/ready`)).status).toBe(404);
    await app.stop();
    await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow();
  });
});

describe('listening', () => {
  it('PACT wire 8: answers on every address, and only there', async () => {
    const app = await boot('unread', { SURETY_LISTEN: '127.0.0.2,127.0.0.1' });
    expect(app.origins).toHaveLength(2);
    for (const origin of app.origins) expect((await fetch(`${origin}/ping`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.3:${new URL(originOf(app)).port}/ping`)).rejects.toThrow();
  });

  it('refuses a port in use, on the first address or a later one', async () => {
    const first = await boot();
    const { port } = new URL(originOf(first));
    await expect(boot('unread', { SURETY_PORT: port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const later = boot('unread', { SURETY_PORT: port, SURETY_LISTEN: '127.0.0.2,127.0.0.1' });
    await expect(later).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('an idle caller', () => {
  it('is told with a 408 that its request never came, with a Request-Id', async () => {
    const app = await boot();
    Object.assign(app.app.getHttpServer(), { headersTimeout: 50 });
    const answer = await rawRequest(originOf(app), 'GET /ping HTTP/1.1\r\nHost: x\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(idIn(answer)).toMatch(ULID_PATTERN);
  });

  it('RFC 9112 9.3.2: gets the answers of its good requests before the refusal of what follows them', async () => {
    const good = 'GET /ping HTTP/1.1\r\nHost: x\r\n\r\n';
    const answers = await rawRequest(originOf(await boot()), `${good}${good}\0\r\n\r\n`);
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('RFC 9110 7.8: has an upgrade ignored, and its connection ended with the answer', async () => {
    const head = 'GET /ping HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n';
    expect(await rawRequest(originOf(await boot()), head)).toMatch(
      /^HTTP\/1.1 200 [^]*\r\nConnection: close\r\n/i,
    );
  });

  it('is refused at once when it breaks off in a body that the app waits for', async () => {
    const head = 'POST /raw HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await rawRequest(originOf(await boot()), `${head}zz\r\n`)).toMatch(/^HTTP\/1.1 400 /);
  });

  it('that hangs up while sending does no harm', async () => {
    const app = await boot();
    const { hostname, port } = new URL(originOf(app));
    await new Promise<void>(resolve => {
      const socket = connect(Number(port), hostname, () => {
        socket.write('POST /raw HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc', () => socket.destroy());
      }).on('close', () => resolve());
    });
    expect((await fetch(`${originOf(app)}/ping`)).status).toBe(200);
  });
});
