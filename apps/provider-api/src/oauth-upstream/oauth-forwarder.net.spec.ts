import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createLogger, readSettings, type Settings, SourceAddress } from '@surety/platform';
import { type FastifyInstance, fastify } from 'fastify';
import { rewriteToHandler } from '../a2a/provider-routes';
import { oauthForwardHook } from './oauth-forward.hook';
import { OAuthForwarder } from './oauth-forwarder';

const TOKEN = '/a2a/B/oauth/token';

describe('the one public origin (PACT wire 7)', () => {
  let upstream: http.Server;
  let handle: (request: IncomingMessage, answer: ServerResponse) => void;
  let forwarder: OAuthForwarder;
  let provider: FastifyInstance;
  let port: number;

  beforeEach(async () => {
    upstream = http.createServer((request, answer) => handle(request, answer));
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const settings: Settings = readSettings({ SURETY_OAUTH_UPSTREAM: origin });
    forwarder = new OAuthForwarder(settings, new SourceAddress(settings), createLogger('test', 'fatal'));
    provider = fastify({ rewriteUrl: rewriteToHandler, forceCloseConnections: true });
    provider.addHook('onRequest', oauthForwardHook(forwarder));
    await provider.listen({ port: 0, host: '127.0.0.1' });
    port = (provider.server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    await provider.close();
    forwarder.onApplicationShutdown();
    upstream.closeAllConnections();
    upstream.close();
  });

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });
  const lines = (raw: readonly string[], name: string) =>
    raw.flatMap((value, at) => (at % 2 === 1 && raw[at - 1]?.toLowerCase() === name ? [value] : []));

  /** Sends raw bytes and reads until the server ends the connection. */
  async function sendRaw(text: string): Promise<string> {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(text);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    return received;
  }

  it('hands target, verb and body on as they came, and gives status, headers and body back', async () => {
    handle = (request, answer) => {
      const seen = `${request.method} ${request.url} `;
      answer.writeHead(418, {
        'Content-Type': 'text/x',
        'Set-Cookie': ['a=1', 'b=2'],
        'Request-Id': 'theirs',
      });
      answer.write(seen);
      request.pipe(answer);
    };
    const answer = await call('/a2a/B/oau%74h/consent?user_code=A%20B', {
      method: 'POST',
      body: 'session=x',
    });
    expect(answer.status).toBe(418);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('request-id')).toBe('theirs');
    expect(await answer.text()).toBe('POST /a2a/B/oau%74h/consent?user_code=A%20B session=x');
  });

  it.each([
    ['a Brand’s authorization server', '/a2a/B/oauth/x/y'],
    ['its issuer itself', '/a2a/B/oauth'],
    ['the well-known address', '/.well-known/oauth-authorization-server/a2a/B/oauth'],
    ['assets', '/oauth-assets/page.css'],
  ])('hands on %s', async (_name, path) => {
    handle = (_request, answer) => void answer.end('theirs');
    expect(await (await call(path)).text()).toBe('theirs');
  });

  it.each([
    '/a2a/B/oauthx',
    '/a2a/B/tasks',
    '/oauth-assets',
    '/a2a/B/oauth%2Ftoken',
    '/.well-known/agent-card.json',
  ])('keeps %s', async path => {
    handle = (_request, answer) => void answer.end('theirs');
    expect(await (await call(path)).text()).not.toBe('theirs');
  });

  it('P17: says where a request came from by its own rules, whatever the caller wrote, and keeps the Host out', async () => {
    let seen: string[] = [];
    handle = (request, answer) => {
      seen = request.rawHeaders;
      answer.end();
    };
    await call(TOKEN, { headers: { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7' } });
    expect(lines(seen, 'x-forwarded-for')).toEqual(['127.0.0.1']);
    expect(lines(seen, 'forwarded')).toEqual([]);
    expect(lines(seen, 'host')).toEqual([`127.0.0.1:${(upstream.address() as AddressInfo).port}`]);
  });

  it('RFC 9110 7.6.1: drops what belongs to one connection, and keeps repeated headers repeated', async () => {
    let seen: string[] = [];
    handle = (request, answer) => {
      seen = request.rawHeaders;
      answer.writeHead(200, { Connection: 'x-hop', 'X-Hop': '1', 'X-End': '2' }).end('ok');
    };
    const received = await sendRaw(
      `GET ${TOKEN} HTTP/1.1\r\nHost: x\r\nAuthorization: one\r\nAuthorization: two\r\nX-Mine: 1\r\nTE: trailers\r\n` +
        'Keep-Alive: 5\r\nConnection: close, x-mine\r\n\r\n',
    );
    expect(lines(seen, 'authorization')).toEqual(['one', 'two']);
    expect(['x-mine', 'te', 'keep-alive'].flatMap(name => lines(seen, name))).toEqual([]);
    expect(received).toContain('X-End: 2');
    expect(received).not.toContain('X-Hop');
  });

  it.each([
    ['a program asks', TOKEN, 'application/json', '{"error":"temporarily_unavailable"'],
    ['a browser asks', '/a2a/B/oauth/consent', 'text/html; charset=utf-8', '<!doctype html>'],
  ])('P37: answers 503 in kind when nobody is there and %s', async (_name, path, type, body) => {
    await new Promise(resolve => upstream.close(resolve));
    const answer = await call(path, { method: 'POST', body: 'a=1' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, type]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('request-id')).toBeTruthy();
    expect((await answer.text()).startsWith(body)).toBe(true);
  });

  it('breaks off an answer that breaks off, so that nobody takes a part for the whole', async () => {
    handle = (_request, answer) => {
      answer.writeHead(200, { 'Content-Length': '100' });
      answer.write('part');
      setImmediate(() => answer.destroy());
    };
    await expect(call(TOKEN).then(answer => answer.text())).rejects.toThrow();
  });

  it('ends the request to the authorization server when the caller goes away', async () => {
    const arrived = new Promise<IncomingMessage>(resolve => (handle = request => resolve(request)));
    const abort = new AbortController();
    const gone = call(TOKEN, { method: 'POST', body: 'a=1', signal: abort.signal });
    const request = await arrived;
    const closed = once(request.socket, 'close');
    abort.abort();
    await expect(gone).rejects.toThrow();
    await closed;
  });

  it.each([
    ['answers before it has read the body', 401, (answer: ServerResponse) => answer.writeHead(401).end()],
    ['breaks off within the body', 503, (answer: ServerResponse) => answer.destroy()],
  ])('keeps a connection usable when the authorization server %s', async (_name, status, act) => {
    handle = (request, answer) => void (request.method === 'POST' ? act(answer) : answer.end('second'));
    const length = 1_000_000;
    const received = await sendRaw(
      `POST ${TOKEN} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}` +
        `GET ${TOKEN} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(received).toContain(`HTTP/1.1 ${status} `);
    expect(received).toContain('second');
  });
});
