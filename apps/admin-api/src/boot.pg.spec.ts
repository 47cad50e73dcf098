import { AdminStack } from './admin-stack.test-kit';

describe('the admin API over HTTP', () => {
  let stack: AdminStack;
  beforeAll(async () => {
    stack = await AdminStack.start();
  });
  afterAll(() => stack.stop());

  it('is alive and ready without a token', async () => {
    expect((await stack.send('GET', '/health/live', { token: null })).status).toBe(200);
    expect((await stack.send('GET', '/health/ready', { token: null })).body).toMatchObject({
      checks: { database: 'ok' },
    });
  });

  it('lists nothing at first', async () => {
    const answer = await stack.call('GET', '/personal-agents');
    expect(answer.body).toEqual({ items: [], nextCursor: null });
    expect(stack.log.join('')).toContain(answer.headers.get('request-id'));
  });
});
