import { type TestDatabase, eventually, makeTestDatabase } from './database.test-kit';
import { NotificationListener } from './notification-listener';

let database: TestDatabase;
let listener: NotificationListener;
let states: string[];

beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  states = [];
  listener = new NotificationListener({
    url: database.url,
    applicationName: 'spec',
    onChange: state => states.push(state),
  });
});
afterEach(() => listener.stop());

const notify = (channel: string, payload: string) =>
  database.dataSource.query('select pg_notify($1, $2)', [channel, payload]);
const cutListener = () =>
  database.admin('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    'spec listener',
  ]);

describe('NotificationListener', () => {
  it('hears every channel it was given, before and after it started', async () => {
    const heard: string[] = [];
    listener.on('spec_a', payload => heard.push(`a:${payload}`));
    await listener.start();
    expect(listener.trusted).toBe(true);
    const off = listener.on('spec_b', payload => heard.push(`b:${payload}`));
    await notify('spec_a', '1');
    await eventually(() => heard.length === 1);
    await eventually(async () => {
      await notify('spec_b', '2');
      return heard.includes('b:2');
    });
    off();
    await notify('spec_b', '3');
    await notify('spec_a', '4');
    await eventually(() => heard.includes('a:4'));
    expect(heard).not.toContain('b:3');
  });

  it('P37: is not trusted while lost, and tells caches to drop before it is trusted again', async () => {
    const heard: string[] = [];
    const trustedWhenRegained: boolean[] = [];
    listener.on('spec_a', payload => heard.push(payload));
    listener.onRegained(() => trustedWhenRegained.push(listener.trusted));
    await listener.start();
    expect(trustedWhenRegained).toEqual([]);
    await cutListener();
    await eventually(() => !listener.trusted);
    await eventually(() => listener.trusted);
    expect(trustedWhenRegained).toEqual([false]);
    expect(states).toEqual(['listening', 'lost', 'listening']);
    await notify('spec_a', 'again');
    await eventually(() => heard.includes('again'));
  });

  it('stays untrusted, and goes on trying, when there is no server', async () => {
    const lonely = new NotificationListener({ url: 'postgres://u@127.0.0.1:1/x', applicationName: 'spec' });
    await lonely.start();
    expect(lonely.trusted).toBe(false);
    await lonely.stop();
  });

  it('is not trusted after it was stopped', async () => {
    await listener.start();
    await listener.stop();
    expect(listener.trusted).toBe(false);
    expect(states).toEqual(['listening']);
  });

  it('refuses a channel that is no plain identifier', () => {
    for (const channel of ['', 'a b', 'a;drop table x', 'A', '1a', 'x'.repeat(64)]) {
      expect(() => listener.on(channel, () => undefined)).toThrow('not a channel');
    }
  });
});
