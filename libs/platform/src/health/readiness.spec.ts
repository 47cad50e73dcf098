import { DrainState } from '../http/drain-state';
import { Readiness } from './readiness';

describe('Readiness', () => {
  it('is ready when every dependency serves, and says which does not', async () => {
    const readiness = new Readiness(new DrainState());
    readiness.register('database', async () => undefined);
    expect(await readiness.report()).toEqual({ ready: true, status: 'ready', checks: { database: 'ok' } });
    readiness.register('redis', () => Promise.reject(new Error('secret host')));
    readiness.register('sync', () => {
      throw new Error('not even a promise');
    });
    expect(await readiness.report()).toEqual({
      ready: false,
      status: 'unavailable',
      checks: { database: 'ok', redis: 'failed', sync: 'failed' },
    });
  });

  it('bounds the time of each check', async () => {
    const readiness = new Readiness(new DrainState());
    readiness.register('slow', () => new Promise(() => undefined), 5);
    expect(await readiness.report()).toMatchObject({ ready: false, checks: { slow: 'timeout' } });
  });

  it('shares one look among probes that come at once', async () => {
    const readiness = new Readiness(new DrainState());
    const check = jest.fn(async () => undefined);
    readiness.register('database', check);
    await Promise.all([readiness.report(), readiness.report(), readiness.report()]);
    expect(check).toHaveBeenCalledTimes(1);
    await readiness.report();
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('field 58: is not ready from the first stop signal on, whatever its dependencies say', async () => {
    const drain = new DrainState();
    const readiness = new Readiness(drain);
    readiness.register('database', async () => undefined);
    drain.begin();
    expect(await readiness.report()).toEqual({ ready: false, status: 'draining', checks: {} });
  });
});
