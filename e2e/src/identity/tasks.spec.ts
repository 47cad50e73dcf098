import { randomUUID } from 'node:crypto';
import { assertEnvelope } from '@surety/testing';
import { sandboxBrand, sandboxToken } from '../stack/registered-agent';

const brand = sandboxBrand();

describe('PACT 2.2: tasks', () => {
  const list = (query: string) => brand.route(`tasks${query}`, sandboxToken());

  it.each([
    ['', 50],
    ['?pageSize=1', 1],
    ['?pageSize=20&contextId=ignored&status=ignored', 20],
    ['?pageSize=100', 100],
    ['?pageSize=007', 7],
    ['?page_size=3', 50],
    ['?pageToken=abc&historyLength=-1&includeArtifacts=maybe', 50],
    ['?', 50],
    ['?PageSize=3', 50],
    ['?%70ageSize=3', 3],
  ])(
    '[PACT-2.2-tasks] [PACT-4.2-no-task] GET tasks%s is an empty list of pageSize %i',
    async (query, pageSize) => {
      const answer = await list(query);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/a2a+json']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(JSON.parse(answer.text)).toEqual({ tasks: [], nextPageToken: '', pageSize, totalSize: 0 });
    },
  );

  it.each([
    'pageSize=0',
    'pageSize=000',
    'pageSize=101',
    'pageSize=1000',
    'pageSize=0001',
    'pageSize=-1',
    'pageSize=1.5',
    'pageSize=1e1',
    'pageSize=+5',
    'pageSize=%2B5',
    'pageSize=0x5',
    'pageSize=abc',
    'pageSize=',
    'pageSize',
    'pageSize=%20',
    'pageSize=5%20',
    'pageSize=5%00',
    'pageSize=NaN',
    'pageSize=Infinity',
    'pageSize=null',
    'pageSize=%D9%A5',
    'pageSize=5&pageSize=5',
    'pageSize=5&x=1&pageSize=6',
    'pageSize[]=5&pageSize=x',
  ])('[PACT-2.2-tasks] [PACT-6-invalid-params] GET tasks?%s is INVALID_PARAMS', async query => {
    assertEnvelope(await list(`?${query}`), 'INVALID_PARAMS');
  });

  const ids: [name: string, path: string, id: string][] = [
    ['a UUID', randomUUID(), ''],
    ['one letter', 'x', 'x'],
    ['an encoded slash', 'a%2Fb', 'a/b'],
    ['letters outside ASCII', '%C3%BC%F0%9F%98%80', 'ü😀'],
    ['a plus sign', 'a+b', 'a+b'],
    ['a name of JavaScript', '__proto__', '__proto__'],
    ['256 bytes', 'x'.repeat(256), 'x'.repeat(256)],
    ['markup', '%3Cb%3E%22', '<b>"'],
  ].map(([name = '', path = '', id]) => [name, path, id || path]);
  it.each(ids)(
    '[PACT-2.2-task] [PACT-2.2-cancel] [PACT-6-task-not-found] [PACT-6-envelope] a task named by %s is not found, by lookup and by cancel',
    async (_name, path, id) => {
      const looked = await brand.route(`tasks/${path}`, sandboxToken());
      assertEnvelope(looked, 'TASK_NOT_FOUND', `Task not found: ${id}`);
      for (const body of [undefined, '{}', '{', JSON.stringify({ id })]) {
        const cancelled = await brand.route(`tasks/${path}:cancel`, sandboxToken(), { method: 'POST', body });
        assertEnvelope(cancelled, 'TASK_NOT_FOUND', `Task not found: ${id}`);
      }
    },
  );

  it.each([
    ['NUL', 'a%00b'],
    ['257 bytes', 'x'.repeat(257)],
    ['257 bytes in fewer letters', '%C3%BC'.repeat(129)],
  ])('[PACT-6-invalid-params] a task id with %s is INVALID_PARAMS', async (_name, path) => {
    assertEnvelope(await brand.route(`tasks/${path}`, sandboxToken()), 'INVALID_PARAMS');
    const cancelled = await brand.route(`tasks/${path}:cancel`, sandboxToken(), { method: 'POST' });
    assertEnvelope(cancelled, 'INVALID_PARAMS');
  });

  const id = randomUUID();
  it.each([
    ['POST', 'message:stream'],
    ['GET', `tasks/${id}:subscribe`],
    ['POST', `tasks/${id}:subscribe`],
    ['GET', 'extendedAgentCard'],
  ])(
    '[PACT-2.2-other-operations] [PACT-6-unsupported] %s %s is UNSUPPORTED_OPERATION, whatever the body',
    async (method, route) => {
      for (const body of method === 'GET' ? [undefined] : [undefined, '{}', '{', '\0']) {
        assertEnvelope(await brand.route(route, sandboxToken(), { method, body }), 'UNSUPPORTED_OPERATION');
      }
    },
  );

  it.each([
    ['GET', ''],
    ['POST', ''],
    ['GET', '/config-1'],
    ['DELETE', '/config-1'],
  ])(
    '[PACT-2.2-other-operations] [PACT-6-push] %s pushNotificationConfigs%s is not supported',
    async (method, config) => {
      const route = `tasks/${id}/pushNotificationConfigs${config}`;
      for (const body of method === 'POST' ? [undefined, '{', '{"url":"https://x.example"}'] : [undefined]) {
        assertEnvelope(
          await brand.route(route, sandboxToken(), { method, body }),
          'PUSH_NOTIFICATION_NOT_SUPPORTED',
        );
      }
    },
  );
});
