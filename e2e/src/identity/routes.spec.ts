import { randomUUID } from 'node:crypto';
import { type A2aAnswer, assertBare401, assertBare404, assertEnvelope } from '@surety/testing';
import { assertMethodNotAllowed, assertReply, sendMessageBody, userMessage } from '@surety/testing';
import { ask } from '../stack/ask';
import { BrandEndpoint } from '../stack/brand-endpoint';
import { sandboxBrand, sandboxToken } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';

const brand = sandboxBrand();
const task = `t-${randomUUID()}`;
const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** PACT wire 1, written out a second time: each route with its verbs. */
const ROUTES: [route: string, verbs: string[]][] = [
  ['message:send', ['POST']],
  ['message:stream', ['POST']],
  ['tasks', ['GET']],
  [`tasks/${task}`, ['GET']],
  [`tasks/${task}:cancel`, ['POST']],
  [`tasks/${task}:subscribe`, ['GET', 'POST']],
  [`tasks/${task}/pushNotificationConfigs`, ['GET', 'POST']],
  [`tasks/${task}/pushNotificationConfigs/c-1`, ['GET', 'DELETE']],
  ['extendedAgentCard', ['GET']],
];

describe('PACT 2.2: routing', () => {
  it.each(ROUTES)(
    '[PACT-2.2-unmatched] [PACT-2.2-route-first] [PACT-6-not-a2a] %s without a token: 405 for a wrong verb',
    async (route, verbs) => {
      for (const method of ALL.filter(verb => !verbs.includes(verb))) {
        assertMethodNotAllowed(await brand.route(route, undefined, { method }), verbs.join(', '));
      }
    },
  );

  it.each(ROUTES)('[PACT-3.2-bearer] %s without a token: 401 for its verbs', async (route, verbs) => {
    for (const method of verbs) assertBare401(await brand.route(route, undefined, { method }));
  });

  it.each([
    'unknown',
    '',
    '/tasks',
    'tasks/',
    'Tasks',
    'message:Send',
    'message',
    'message:',
    'message:send/',
    'message:send:send',
    'v1/message:send',
    'tenant/message:send',
    'tenant/tasks',
    `tasks/${task}/`,
    `tasks/${task}:other`,
    `tasks/${task}:CANCEL`,
    `tasks/${task}:cancel/`,
    `tasks/${task}/unknown`,
    `tasks/${task}/pushNotificationConfigs/`,
    `tasks/${task}/pushNotificationConfigs/c/d`,
    `tasks/${task}/pushnotificationconfigs`,
    'extendedAgentCard/',
    'extendedagentcard',
    'tasks/%',
    'tasks/%zz',
    'tasks/%c3%28',
    'message%2Fsend',
    '..',
    '../',
    '%2e%2e/tasks',
    'receipts',
  ])(
    '[PACT-2.2-unmatched] [PACT-2.2-route-first] %s is no A2A route: bare 404 without and with a token',
    async route => {
      for (const method of ['GET', 'POST']) {
        assertBare404(await brand.route(route, undefined, { method }));
        assertBare404(await brand.route(route, sandboxToken(), { method }));
      }
    },
  );

  it('serves a path whose colon is percent-encoded', async () => {
    const body = sendMessageBody(userMessage('Hi'));
    for (const route of ['message%3Asend', 'message%3asend', '%6dessage:send']) {
      assertReply(await brand.route(route, sandboxToken(), { method: 'POST', body }));
    }
    const cancel = await brand.route(`tasks/${task}%3Acancel`, sandboxToken(), { method: 'POST' });
    assertEnvelope(cancel, 'TASK_NOT_FOUND', `Task not found: ${task}`);
  });

  it('[PACT-2.2-unknown-brand] [PACT-3.4-order] looks at the token before the Brand, and at the Brand before all else', async () => {
    const unknown = new BrandEndpoint(`${readStack().provider.url}/a2a/missing-${randomUUID()}`);
    for (const [route, verbs] of ROUTES) {
      for (const method of verbs) {
        assertBare401(await unknown.route(route, undefined, { method }));
        assertBare401(await unknown.route(route, 'a.b.c', { method }));
        assertBare404(
          await unknown.route(route, sandboxToken(), { method, body: method === 'GET' ? undefined : '{' }),
        );
      }
    }
  });

  it('a malformed brandId is 404 before authentication', async () => {
    for (const brandId of ['x'.repeat(65), '%00', 'a%20b', 'a%2Fb', 'ü', '~']) {
      const url = `${readStack().provider.url}/a2a/${encodeURI(brandId).replaceAll('%25', '%')}`;
      assertBare404(await new BrandEndpoint(url).route('tasks'));
    }
  });

  it('every answer has a Request-Id of its own, never the caller’s', async () => {
    const asked = { 'Request-Id': 'mine', 'X-Request-Id': 'mine' };
    const answers: A2aAnswer[] = [
      await ask(brand.cardUrl, { headers: asked }),
      await brand.route('unknown', undefined, { headers: asked }),
      await brand.route('tasks', undefined, { headers: asked }),
      await brand.route('tasks', sandboxToken(), { headers: asked }),
    ];
    const ids = answers.map(({ headers }) => headers.get('request-id'));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });
});
