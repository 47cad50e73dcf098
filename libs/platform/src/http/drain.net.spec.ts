import { Agent, type IncomingMessage, request } from 'node:http';
import { Controller, Get, Module, type OnModuleDestroy } from '@nestjs/common';
import { closedPort } from '../egress/loopback-server.test-kit';
import { readSettings } from '../settings/read-settings';
import { bootApp } from './boot-app';
import type { RunningApp } from './running-app';

let finish: (() => void)[] = [];
let closedWhileWorking = false;
let working = 0;
let fastSeen = 0;

@Controller()
class SlowController implements OnModuleDestroy {
  @Get('slow')
  async slow() {
    working += 1;
    await new Promise<void>(resolve => finish.push(resolve));
    working -= 1;
    return { slow: true };
  }

  @Get('fast')
  fast() {
    fastSeen += 1;
    return { fast: true };
  }

  onModuleDestroy() {
    if (working > 0) closedWhileWorking = true;
  }
}

@Module({ controllers: [SlowController] })
class SlowModule {}

async function boot(drainSeconds: number, graceSeconds = 30): Promise<RunningApp> {
  const settings = readSettings({
    SURETY_PORT: String(await closedPort()),
    SURETY_LISTEN: '127.0.0.1',
    SURETY_LOG_LEVEL: 'fatal',
    SURETY_DRAIN_SECONDS: String(drainSeconds),
    SURETY_GRACE_SECONDS: String(graceSeconds),
  });
  return bootApp({ name: 'spec', settings, module: SlowModule, bodies: 'unread', stopOnSignals: false });
}

const agent = new Agent({ keepAlive: true });

function get(app: RunningApp, path: string): Promise<IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    request(app.origins[0] + path, { agent }, answer => {
      let text = '';
      answer.on('data', chunk => (text += chunk));
      answer.on('end', () => resolve(Object.assign(answer, { text })));
      answer.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5));
};

beforeEach(() => {
  finish = [];
  closedWhileWorking = false;
  working = 0;
});
afterAll(() => agent.destroy());

describe('stopping', () => {
  it('field 58: not ready at once, serves on while it drains, finishes what it owes, closes modules last', async () => {
    const app = await boot(1);
    await get(app, '/fast');
    const owed = [get(app, '/slow'), get(app, '/slow')];
    await until(() => working === 2);
    const stopped = app.stop();
    expect((await get(app, '/health/ready')).statusCode).toBe(503);
    expect((await get(app, '/health/live')).statusCode).toBe(200);
    const during = await get(app, '/fast');
    expect([during.statusCode, during.headers.connection]).toEqual([200, 'close']);
    await new Promise(resolve => setTimeout(resolve, 1_200));
    await expect(get(app, '/fast')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    finish.forEach(end => end());
    for (const answer of await Promise.all(owed)) {
      expect([answer.statusCode, answer.text, answer.headers.connection]).toEqual([
        200,
        '{"slow":true}',
        'close',
      ]);
    }
    await stopped;
    expect(closedWhileWorking).toBe(false);
  });

  it('field 58: fails no request of a steady stream', async () => {
    const app = await boot(1);
    fastSeen = 0;
    const statuses: unknown[] = [];
    let refused = false;
    const ask = () =>
      get(app, '/fast').then(
        answer => statuses.push(answer.statusCode),
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED') refused = true;
          else statuses.push(error.code);
        },
      );
    const stream = setInterval(() => void ask(), 10);
    await new Promise(resolve => setTimeout(resolve, 200));
    await app.stop();
    await until(() => refused);
    clearInterval(stream);
    const answered = statuses.filter(status => status === 200);
    expect(answered.length).toBeGreaterThan(60);
    expect(answered).toHaveLength(fastSeen);
    // A connection that the system took and the app never saw, when it stopped listening: nothing was done for it.
    expect(statuses.filter(status => status !== 200 && status !== 'ECONNRESET')).toEqual([]);
  });

  it('field 58: cuts off what is still owed when the grace period is over', async () => {
    const app = await boot(0, 2);
    const owed = get(app, '/slow').catch((error: NodeJS.ErrnoException) => error.code);
    await until(() => working === 1);
    const startMs = performance.now();
    await app.stop();
    expect(performance.now() - startMs).toBeLessThan(2_000);
    expect(await owed).toBe('ECONNRESET');
    finish.forEach(end => end());
  });

  it('ends its drain time early when it is told again', async () => {
    const app = await boot(20);
    const startMs = performance.now();
    const stopped = app.stop();
    await app.stop();
    await stopped;
    expect(performance.now() - startMs).toBeLessThan(2_000);
  });
});
