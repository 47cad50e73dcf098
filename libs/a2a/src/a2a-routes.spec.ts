import fc from 'fast-check';
import { A2A_ROUTES, type A2aOperation, matchA2aRoute } from './a2a-routes';

const BRAND = '01J9ZQ8Y3V5T7W2X4B6N8M0K1P';
const VERBS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY', 'get', 'Post'];
const NOT_FOUND = { kind: 'not-found' };
const ELSEWHERE = { kind: 'elsewhere' };
const at = (path: string) => `/a2a/${BRAND}/${path}`;
const operation = (name: A2aOperation, params = {}, query = '') =>
  expect.objectContaining({ kind: 'operation', operation: name, brandId: BRAND, params, query });

/** PACT wire 1, row by row: the verbs that a path takes and what it means. */
const TABLE: readonly [string, string, A2aOperation, Record<string, string>][] = [
  ['.well-known/agent-card.json', 'GET, HEAD, OPTIONS', 'card', {}],
  ['message:send', 'POST', 'sendMessage', {}],
  ['message:stream', 'POST', 'streamMessage', {}],
  ['tasks', 'GET', 'listTasks', {}],
  ['tasks/t-1', 'GET', 'getTask', { taskId: 't-1' }],
  ['tasks/t-1:cancel', 'POST', 'cancelTask', { taskId: 't-1' }],
  ['tasks/t-1:subscribe', 'GET, POST', 'subscribeTask', { taskId: 't-1' }],
  ['tasks/t-1/pushNotificationConfigs', 'GET, POST', 'listPushConfigs', { taskId: 't-1' }],
  ['tasks/t-1/pushNotificationConfigs/c', 'GET, DELETE', 'getPushConfig', { taskId: 't-1', configId: 'c' }],
  ['extendedAgentCard', 'GET', 'extendedAgentCard', {}],
];

describe('matchA2aRoute', () => {
  describe.each(TABLE)('PACT wire 1: %s', (path, allow, name, params) => {
    it.each(VERBS)(`takes ${allow} and answers 405 with Allow to other verbs: %s`, verb => {
      const expected = allow.split(', ').includes(verb)
        ? operation(name, params)
        : { kind: 'method-not-allowed', allow };
      expect(matchA2aRoute(verb, at(path))).toEqual(expected);
    });

    it('P35: is 404 with a trailing slash, another letter case, an empty segment or a tenant before it', () => {
      for (const variant of [`${path}/`, path.toUpperCase(), `/${path}`, `tenant/${path}`]) {
        expect([variant, matchA2aRoute('GET', at(variant))]).toEqual([variant, NOT_FOUND]);
      }
    });
  });

  it.each([
    'tasks;v=1',
    'tasks%20',
    'message:send;x',
    'message:send%00',
    'message:other',
    'message:send:x',
    'message',
  ])('PACT 2.2: %s is no operation', path => {
    for (const verb of VERBS) expect(matchA2aRoute(verb, at(path))).toEqual(NOT_FOUND);
  });

  it('has a row for every operation, says what reads a body and what needs no authentication', () => {
    expect(A2A_ROUTES.map(route => route.operation).sort()).toEqual(TABLE.map(([, , name]) => name).sort());
    expect(A2A_ROUTES.filter(route => route.readsBody).map(route => route.operation)).toEqual([
      'sendMessage',
    ]);
    expect(A2A_ROUTES.filter(route => !route.authenticated).map(route => route.operation)).toEqual(['card']);
  });

  it('P35: names the operations that are always refused and their reason', () => {
    const refusals = A2A_ROUTES.filter(route => route.refusal).map(({ operation, refusal }) => [
      operation,
      refusal,
    ]);
    expect(Object.fromEntries(refusals)).toEqual({
      streamMessage: 'UNSUPPORTED_OPERATION',
      subscribeTask: 'UNSUPPORTED_OPERATION',
      extendedAgentCard: 'UNSUPPORTED_OPERATION',
      listPushConfigs: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
      getPushConfig: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
    });
  });

  it.each([
    ['message%3Asend', 'sendMessage', {}],
    ['message%3asend', 'sendMessage', {}],
    ['%6Dessage:send', 'sendMessage', {}],
    ['tasks/t%3Acancel', 'cancelTask', { taskId: 't' }],
    ['tasks/a%2Fb:cancel', 'cancelTask', { taskId: 'a/b' }],
  ] as const)('decodes each segment once: POST %s', (path, name, params) => {
    expect(matchA2aRoute('POST', at(path))).toEqual(operation(name, params));
  });

  it.each([
    ['tasks/a%2Fb', 'a/b'],
    ['tasks/a%252Fb', 'a%2Fb'],
    ['tasks/a%3Fb', 'a?b'],
    ['tasks/a%23b', 'a#b'],
    ['tasks/%00', '\0'],
    ['tasks/%C3%A9', 'é'],
    ['tasks/a;b=c', 'a;b=c'],
    ['tasks/a+b', 'a+b'],
    ['tasks/a|b', 'a|b'],
    ['tasks/..', '..'],
    ['tasks/%20', ' '],
    ['tasks/__proto__', '__proto__'],
  ])('reads the id of GET %s as %j', (path, taskId) => {
    expect(matchA2aRoute('GET', at(path))).toEqual(operation('getTask', { taskId }));
  });

  it.each([
    ['POST', 'tasks/a:b:cancel', 'cancelTask', { taskId: 'a:b' }],
    ['POST', 'tasks/a:cancel:cancel', 'cancelTask', { taskId: 'a:cancel' }],
    ['POST', 'tasks/::cancel', 'cancelTask', { taskId: ':' }],
    ['GET', 'tasks/a:cancel:subscribe', 'subscribeTask', { taskId: 'a:cancel' }],
    ['GET', 'tasks/a:cancel/pushNotificationConfigs', 'listPushConfigs', { taskId: 'a:cancel' }],
    ['GET', 'tasks/a:b/pushNotificationConfigs/c:d', 'getPushConfig', { taskId: 'a:b', configId: 'c:d' }],
  ] as const)('reads only the last suffix of a task id as its verb: %s %s', (verb, path, name, params) => {
    expect(matchA2aRoute(verb, at(path))).toEqual(operation(name, params));
  });

  it.each([
    ['tasks/a:cancel', 'POST'],
    ['tasks/a:b:cancel', 'POST'],
    ['tasks/a%3Acancel', 'POST'],
  ])('never reads a known verb as part of an id: GET %s', (path, allow) => {
    expect(matchA2aRoute('GET', at(path))).toEqual({ kind: 'method-not-allowed', allow });
  });

  it.each([
    'a:other',
    'a:Cancel',
    'a:',
    'a:cancel:',
    'a:cancel:x',
    ':cancel',
    ':subscribe',
    ':',
    'a%3Aother',
  ])('P35: tasks/%s is 404 for every verb', id => {
    for (const verb of VERBS) expect(matchA2aRoute(verb, at(`tasks/${id}`))).toEqual(NOT_FOUND);
  });

  it.each([
    ['the interface URL itself', `/a2a/${BRAND}`],
    ['the interface URL with a slash', `/a2a/${BRAND}/`],
    ['the bare prefix', '/a2a'],
    ['the prefix with a slash', '/a2a/'],
    ['an empty task id', at('tasks/')],
    ['an empty segment', at('tasks//pushNotificationConfigs')],
    ['an empty config id', at('tasks/t/pushNotificationConfigs/')],
    ['a dot segment', `/a2a/x/../${BRAND}/tasks`],
    ['a dot segment at the end', at('tasks/t/..')],
    ['a broken escape', at('tasks/%zz')],
    ['a cut escape', at('tasks/%e')],
    ['a broken escape in a known path', at('message%3send')],
    ['invalid UTF-8', at('tasks/%ff')],
    ['an overlong escape', at('tasks/%c0%af')],
    ['an escaped surrogate', at('tasks/%ed%a0%80')],
    ['a raw non-ASCII byte', at('tasks/\u00e9')],
    ['a raw fragment', at('tasks/t#x')],
    ['a raw control', at('tasks/t\u0007')],
    ['an escaped slash between segments', `/a2a/${BRAND}%2Ftasks`],
    ['an encoded slash inside a known path', at('tasks%2Ft')],
    ['a twice encoded colon', at('message%253Asend')],
    ['the OAuth paths, until another app serves them', at('oauth/token')],
    ['thousands of segments', at('tasks/'.repeat(8_000))],
    ['thousands of slashes', `/a2a${'/'.repeat(60_000)}`],
  ])('PACT 2.2: %s is 404 before authentication', (_, url) => {
    for (const verb of ['GET', 'POST', 'DELETE']) expect(matchA2aRoute(verb, url)).toEqual(NOT_FOUND);
  });

  it.each([
    '',
    '.',
    '..',
    'a b',
    '%00',
    '..%2F..',
    'é',
    'a,b',
    'a:b',
    'a%25',
    '~',
    'x'.repeat(65),
    'x'.repeat(5_000),
  ])('PACT wire 9: the malformed brandId %j is 404 for every verb', brandId => {
    for (const path of ['tasks', 'message:send', '.well-known/agent-card.json']) {
      for (const verb of VERBS) {
        expect(matchA2aRoute(verb, `/a2a/${encodeURI(brandId)}/${path}`)).toEqual(NOT_FOUND);
        expect(matchA2aRoute(verb, `/a2a/${brandId}/${path}`)).toEqual(NOT_FOUND);
      }
    }
  });

  it.each(['a', 'A.b_c-9', '...', 'x'.repeat(64)])('takes the brandId %s', brandId => {
    expect(matchA2aRoute('GET', `/a2a/${brandId}/tasks`)).toMatchObject({ kind: 'operation', brandId });
  });

  it('decodes the prefix and the brandId like any segment', () => {
    expect(matchA2aRoute('GET', '/%61%32a/%62/tasks')).toMatchObject({
      operation: 'listTasks',
      brandId: 'b',
    });
  });

  it.each([
    ['?', ''],
    ['?pageSize=20', 'pageSize=20'],
    ['?a=/b?c', 'a=/b?c'],
    ['?a=%zz#f', 'a=%zz#f'],
  ])('keeps the query as it came: tasks%s', (suffix, query) => {
    expect(matchA2aRoute('GET', at(`tasks${suffix}`))).toEqual(operation('listTasks', {}, query));
  });

  it('RFC 9112 3.2.2: takes the absolute form of a request target', () => {
    for (const origin of ['http://any.example', 'HTTPS://any.example:8443', 'http://u:p@[::1]']) {
      expect(matchA2aRoute('GET', `${origin}${at('tasks')}?x`)).toEqual(operation('listTasks', {}, 'x'));
      expect(matchA2aRoute('GET', origin)).toEqual(ELSEWHERE);
      expect(matchA2aRoute('GET', `${origin}?x`)).toEqual(ELSEWHERE);
    }
  });

  it.each([
    '/',
    '',
    '*',
    '//',
    `//a2a/${BRAND}/tasks`,
    `/x/../a2a/${BRAND}/tasks`,
    '/A2A/b/tasks',
    '/a2ab',
    'a2a/b',
  ])('leaves what is not under /a2a/ to others: %s', url => {
    expect(matchA2aRoute('GET', url)).toEqual(ELSEWHERE);
  });

  it('gives for any method and target one of the four answers, and never throws', () => {
    const segment = fc.oneof(
      fc.string(),
      fc.constantFrom('a2a', BRAND, 'tasks', 'message:send', ':cancel', '%', '..'),
    );
    const target = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(segment, { maxLength: 8 }).map(parts => `/${parts.join('/')}`),
      fc.array(segment, { maxLength: 4 }).map(parts => at(parts.join('/'))),
    );
    const kinds = ['operation', 'method-not-allowed', 'not-found', 'elsewhere'];
    fc.assert(
      fc.property(fc.constantFrom(...VERBS), target, (verb, url) => {
        expect(kinds).toContain(matchA2aRoute(verb, url).kind);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds any id again that a client encodes as one segment', () => {
    const id = fc.string({ unit: 'binary', minLength: 1 }).filter(text => !text.includes(':'));
    fc.assert(
      fc.property(id, taskId => {
        const params = { taskId };
        const segment = encodeURIComponent(taskId);
        expect(matchA2aRoute('GET', at(`tasks/${segment}`))).toEqual(operation('getTask', params));
        expect(matchA2aRoute('POST', at(`tasks/${segment}:cancel`))).toEqual(operation('cancelTask', params));
      }),
    );
  });
});
