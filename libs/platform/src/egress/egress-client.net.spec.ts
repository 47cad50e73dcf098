import type { RequestListener } from 'node:http';
import { EgressClient, type EgressRequest } from './egress-client';
import { EgressError } from './egress-error';
import { type LoopbackServer, closedPort, httpServer, tcpServer } from './loopback-server.test-kit';

const client = new EgressClient({ allowLoopbackHttp: true, allowCidrs: [] });
const servers: LoopbackServer[] = [];
const request: EgressRequest = { timeoutMs: 2_000, maxBytes: 1_000 };

afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});
afterAll(() => client.close());

const serve = async (listener: RequestListener) => {
  const server = await httpServer(listener);
  servers.push(server);
  return server;
};
const serveTcp = async (onConnection: Parameters<typeof tcpServer>[0]) => {
  const server = await tcpServer(onConnection);
  servers.push(server);
  return server;
};

/** The error of a fetch that must fail. */
async function failure(
  url: string,
  overrides: Partial<EgressRequest> = {},
  by = client,
): Promise<EgressError> {
  const outcome = await by.fetch(url, { ...request, ...overrides }).then(
    answer => new Error(`answered ${answer.status}`),
    (error: unknown) => error,
  );
  if (outcome instanceof EgressError) return outcome;
  throw outcome;
}

describe('EgressClient.fetch', () => {
  it('sends what it is given and reads the whole answer', async () => {
    const server = await serve((incoming, answer) => {
      const chunks: Buffer[] = [];
      incoming
        .on('data', chunk => chunks.push(chunk))
        .on('end', () => {
          answer.setHeader('X-Method', incoming.method ?? '');
          answer.setHeader('X-Accept-Encoding', String(incoming.headers['accept-encoding']));
          answer.writeHead(201).end(Buffer.concat(chunks));
        });
    });
    const answer = await client.fetch(`${server.url}/x?y=1`, { ...request, method: 'POST', body: 'héllo' });
    expect(answer.status).toBe(201);
    expect(answer.body.toString()).toBe('héllo');
    expect(answer.headers).toMatchObject({ 'x-method': 'POST', 'x-accept-encoding': 'identity' });
  });

  it('keeps one connection per origin', async () => {
    const server = await serve((_incoming, answer) => answer.end('x'));
    for (let time = 0; time < 5; time += 1) await client.fetch(server.url, request);
    expect(server.sockets).toHaveLength(1);
  });

  it('P10: gives a request its own connection, which no other request uses before or after', async () => {
    const server = await serve((incoming, answer) => answer.end(String(incoming.socket.remotePort)));
    const portOf = async (ownConnection: boolean) =>
      (await client.fetch(server.url, { ...request, ownConnection })).body.toString();
    const ports = [await portOf(false), await portOf(true), await portOf(true), await portOf(false)];
    expect(new Set(ports).size).toBe(3);
    expect(ports[3]).toBe(ports[0]);
  });

  it.each([300, 301, 302, 303, 307, 308])('P25: follows no redirect (%d)', async status => {
    let asked = 0;
    const server = await serve((_incoming, answer) => {
      asked += 1;
      answer.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end();
    });
    expect(await failure(server.url)).toMatchObject({ code: 'redirect', established: true });
    expect(asked).toBe(1);
  });

  it('P25: reads no more than it may, announced or not', async () => {
    const announced = await serve((_incoming, answer) => answer.end('x'.repeat(1_001)));
    expect(await failure(announced.url)).toMatchObject({ code: 'too_large', established: true });
    const streamed = await serve((_incoming, answer) => {
      answer.on('error', () => undefined);
      const more = () => void (answer.destroyed || answer.write('x'.repeat(500), () => setImmediate(more)));
      more();
    });
    expect(await failure(streamed.url)).toMatchObject({ code: 'too_large' });
    const exact = await serve((_incoming, answer) => answer.end('x'.repeat(1_000)));
    expect((await client.fetch(exact.url, request)).body).toHaveLength(1_000);
  });

  it('P25: gives up at the deadline: no answer, no headers, or one byte at a time', async () => {
    const silent = await serveTcp(() => undefined);
    const half = await serveTcp(socket => socket.write('HTTP/1.1 200 OK\r\n'));
    const drip = await serve((_incoming, answer) => {
      const timer = setInterval(() => answer.write('x'), 20);
      answer.on('close', () => clearInterval(timer));
    });
    for (const server of [silent, half, drip]) {
      const startMs = performance.now();
      expect(await failure(server.url, { timeoutMs: 150 })).toMatchObject({
        code: 'timeout',
        established: true,
      });
      expect(performance.now() - startMs).toBeLessThan(1_000);
    }
  });

  it('P25: the deadline includes the time a name takes to resolve', async () => {
    const slow = new EgressClient(
      { allowLoopbackHttp: false, allowCidrs: [] },
      () => new Promise(() => undefined),
    );
    expect(await failure('https://pa.example/', { timeoutMs: 50 }, slow)).toMatchObject({
      code: 'timeout',
      established: false,
    });
  });

  it('stops when its caller gives up, before or while it asks', async () => {
    const silent = await serveTcp(() => undefined);
    expect(await failure(silent.url, { signal: AbortSignal.abort() })).toMatchObject({
      code: 'aborted',
      established: false,
    });
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 30);
    expect(await failure(silent.url, { signal: caller.signal })).toMatchObject({ code: 'aborted' });
  });

  it('P10: tells a connection that never was from one that broke', async () => {
    const nowhere = `http://127.0.0.1:${await closedPort()}/`;
    expect(await failure(nowhere)).toMatchObject({ code: 'connect', established: false });
    const hangsUp = await serveTcp(socket => socket.once('data', () => socket.destroy()));
    expect(await failure(hangsUp.url, { method: 'POST', body: 'x' })).toMatchObject({
      code: 'connect',
      established: true,
    });
    const cutsBody = await serveTcp(socket => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'));
    });
    expect(await failure(cutsBody.url)).toMatchObject({ established: true });
  });

  it('P10: a kept connection that died counts as established for a POST, and costs a GET nothing', async () => {
    let connections = 0;
    const server = await serveTcp(socket => {
      connections += 1;
      let asked = 0;
      socket.on('data', () => {
        asked += 1;
        if (asked === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        else socket.destroy();
      });
    });
    await client.fetch(server.url, request);
    expect(await failure(server.url, { method: 'POST', body: 'x' })).toMatchObject({
      code: 'connect',
      established: true,
    });
    expect((await client.fetch(server.url, request)).status).toBe(200);
    expect((await client.fetch(server.url, request)).status).toBe(200);
    expect(connections).toBe(3);
    expect(await failure(server.url, { once: true })).toMatchObject({ code: 'connect', established: true });
    expect(connections).toBe(3);
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a header over 16 KiB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    ['a compressed body', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx'],
    [
      'other protocols',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
  ])('an answer of %s is a protocol error', async (_kind, bytes) => {
    const server = await serveTcp(socket => socket.once('data', () => socket.write(bytes)));
    expect(await failure(server.url)).toMatchObject({ code: 'protocol', established: true });
  });

  it('refuses headers that would split the request', async () => {
    const server = await serve((_incoming, answer) => answer.end());
    const refused = await failure(server.url, { headers: { 'X-Bad': 'a\r\nX-Injected: 1' } });
    expect(refused).toMatchObject({ code: 'protocol', established: false });
  });

  it('P10: a handshake that fails has sent nothing', async () => {
    const plain = await serve((_incoming, answer) => answer.end('x'));
    expect(await failure(`https://127.0.0.1:${plain.port}/`)).toMatchObject({
      code: 'tls',
      established: false,
    });
    const hangsUp = await serveTcp(socket => socket.destroy());
    expect(await failure(`https://127.0.0.1:${hangsUp.port}/`)).toMatchObject({ established: false });
  });

  it('uses no proxy of the environment', async () => {
    const proxy = await serve((_incoming, answer) => answer.writeHead(418).end());
    const server = await serve((_incoming, answer) => answer.end('direct'));
    Object.assign(process.env, { http_proxy: proxy.url, HTTP_PROXY: proxy.url, NODE_USE_ENV_PROXY: '1' });
    try {
      const fresh = new EgressClient({ allowLoopbackHttp: true, allowCidrs: [] });
      expect((await fresh.fetch(server.url, request)).body.toString()).toBe('direct');
      fresh.close();
    } finally {
      for (const name of ['http_proxy', 'HTTP_PROXY', 'NODE_USE_ENV_PROXY']) delete process.env[name];
    }
  });
});

describe('EgressClient and names', () => {
  const resolving = (answers: Record<string, string[][]>, allowCidrs: string[] = []) =>
    new EgressClient({ allowLoopbackHttp: true, allowCidrs }, async host => {
      const turns = answers[host] ?? [];
      const addresses = turns.length > 1 ? turns.shift() : turns[0];
      if (!addresses) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
      return addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
    });

  it('P25: refuses a name that resolves to any address that is not public', async () => {
    const named = resolving({
      'a.example': [['10.0.0.1']],
      'b.example': [['1.1.1.1', '169.254.169.254']],
      'c.example': [['::ffff:127.0.0.1']],
      localhost: [['1.1.1.1']],
    });
    for (const url of [
      'https://a.example/',
      'https://b.example/',
      'https://c.example/',
      'http://localhost:1/',
    ]) {
      expect(await failure(url, {}, named)).toMatchObject({ code: 'private_address', established: false });
      expect(await named.check(url)).toMatchObject({ error: { kind: 'refusal', code: 'private_address' } });
    }
  });

  it('P25: connects to what it checked: a name that changes after registration is refused', async () => {
    const named = resolving({ 'a.example': [['1.1.1.1'], ['127.0.0.1']] });
    expect(await named.check('https://a.example/')).toMatchObject({ ok: true });
    expect(await failure('https://a.example/', {}, named)).toMatchObject({ code: 'private_address' });
  });

  it('P25: a CIDR of the operator lets a name through', async () => {
    const plain = await serve((_incoming, answer) => answer.end('x'));
    const named = resolving({ 'a.example': [['127.0.0.1']] }, ['127.0.0.1/32']);
    expect(await named.check('https://a.example/')).toMatchObject({ ok: true });
    expect(await failure(`https://a.example:${plain.port}/`, {}, named)).toMatchObject({ code: 'tls' });
    expect(plain.sockets).toHaveLength(1);
  });

  it('P25: a name that does not resolve is a warning at registration and an error when asked', async () => {
    const named = resolving({ 'empty.example': [[]] });
    for (const url of ['https://gone.example/', 'https://empty.example/']) {
      expect(await named.check(url)).toMatchObject({ error: { kind: 'warning', code: 'unresolved' } });
      expect(await failure(url, {}, named)).toMatchObject({ code: 'unresolved', established: false });
    }
  });

  it('P25: a name that takes too long to resolve is a warning at registration', async () => {
    jest.useFakeTimers();
    const slow = new EgressClient(
      { allowLoopbackHttp: false, allowCidrs: [] },
      () => new Promise(() => undefined),
    );
    const checking = slow.check('https://slow.example/');
    await jest.advanceTimersByTimeAsync(5_000);
    jest.useRealTimers();
    expect(await checking).toMatchObject({ error: { kind: 'warning', code: 'unresolved' } });
  });

  it('P25: refuses what needs no name, at registration as when asked', async () => {
    for (const [url, code] of [
      ['https://10.0.0.1/', 'private_address'],
      ['http://pa.example/', 'not_https'],
      ['https://u:p@pa.example/', 'bad_url'],
      ['nonsense', 'bad_url'],
    ] as const) {
      expect(await client.check(url)).toMatchObject({ error: { kind: 'refusal', code } });
      expect(await failure(url)).toMatchObject({ code, established: false });
    }
  });
});
