import { readTool, toolAddress } from './read-tool';

const SCOPES = ['orders:read', 'orders:cancel', 'refunds:issue'];
const HTTP = { method: 'GET', url: 'https://brand.example/orders/{order}' };
const TOOL = {
  name: 'lookup_orders',
  description: 'Looks up an order.',
  parameters: { type: 'object', properties: { order: { type: 'string' } } },
  scopes: ['orders:read'],
  http: HTTP,
};
const faultsOf = (members: object) => {
  const tool = readTool({ ...TOOL, ...members }, SCOPES);
  return tool.ok ? [] : tool.error.map(fault => `${fault.path} ${fault.code}`);
};
const http = (members: object) => ({ http: { ...HTTP, ...members } });

describe('reading a tool (PACT wire §6)', () => {
  it('fills in the defaults', () => {
    expect(readTool(TOOL, SCOPES)).toEqual({
      ok: true,
      value: {
        ...TOOL,
        effect: 'write',
        enabled: true,
        http: { ...HTTP, headers: {}, tokenHeader: 'Authorization', timeoutSeconds: 10 },
      },
    });
  });

  it('sorts the scopes into the order of the card', () => {
    const tool = readTool({ ...TOOL, scopes: ['refunds:issue', 'orders:read'] }, SCOPES);
    expect(tool).toMatchObject({ value: { scopes: ['orders:read', 'refunds:issue'] } });
  });

  it.each<[string, object, string[]]>([
    ['another member', { secret: 1 }, ['secret unknown_member']],
    ['no name', { name: undefined }, ['name required']],
    ['a name in capitals', { name: 'Lookup' }, ['name name']],
    ['a name that begins with a digit', { name: '1a' }, ['name name']],
    ['a name of 65', { name: 'a'.repeat(65) }, ['name length']],
    ['a name with a line break', { name: 'a\n' }, ['name name']],
    ['the name of the permission', { name: 'request_permission' }, ['name name']],
    ['a blank description', { description: ' ' }, ['description blank']],
    ['a description of 501', { description: 'a'.repeat(501) }, ['description length']],
    ['no parameters', { parameters: undefined }, ['parameters required']],
    ['a remote schema', { parameters: { $ref: 'https://x.example' } }, ['parameters schema_reference']],
    ['no scopes', { scopes: undefined }, ['scopes required']],
    ['a foreign scope', { scopes: ['orders:read', 'x'] }, ['scopes.1 unknown_scope']],
    ['a scope twice', { scopes: ['orders:read', 'orders:read'] }, ['scopes.1 repeated']],
    ['a scope of a number', { scopes: [1] }, ['scopes.0 type']],
    ['another effect', { effect: 'delete' }, ['effect choice']],
    ['enabled as text', { enabled: 'true' }, ['enabled type']],
    ['no http', { http: undefined }, ['http required']],
    ['another member of http', http({ body: 1 }), ['http.body unknown_member']],
    ['no method', http({ method: undefined }), ['http.method required']],
    ['a method in small letters', http({ method: 'get' }), ['http.method choice']],
    ['HEAD', http({ method: 'HEAD' }), ['http.method choice']],
    ['a relative url', http({ url: '/x' }), ['http.url url']],
    ['credentials', http({ url: 'https://u:p@x.example/' }), ['http.url url']],
    ['a fragment', http({ url: 'https://x.example/#a' }), ['http.url url']],
    ['a placeholder in the query', http({ url: 'https://x.example/?o={order}' }), ['http.url placeholder']],
    ['an open brace', http({ url: 'https://x.example/{order' }), ['http.url placeholder']],
    ['braces in braces', http({ url: 'https://x.example/{{order}}' }), ['http.url placeholder']],
    ['an empty placeholder', http({ url: 'https://x.example/{}' }), ['http.url placeholder']],
    ['a backslash', http({ url: 'https://x.example/a\\{order}' }), ['http.url placeholder']],
    ['a step up in the path', http({ url: 'https://x.example/a/../{order}' }), ['http.url url']],
    [
      'a placeholder that no argument can fill',
      {
        ...http({ url: 'https://x.example/{id}' }),
        parameters: { ...TOOL.parameters, additionalProperties: false },
      },
      ['http.url unknown_placeholder'],
    ],
    ['a header of ours', http({ headers: { accept: 'x' } }), ['http.headers.accept reserved_header']],
    [
      'our context',
      http({ headers: { 'Surety-Context-Id': 'x' } }),
      ['http.headers.Surety-Context-Id reserved_header'],
    ],
    [
      'the token in a header of ours',
      http({ tokenHeader: 'Idempotency-Key' }),
      ['http.tokenHeader reserved_header'],
    ],
    ['a token header that is none', http({ tokenHeader: 'a b' }), ['http.tokenHeader name']],
    [
      'a secret where the token goes',
      http({ headers: { authorization: 'x' } }),
      ['http.headers.authorization repeated_header'],
    ],
    ['no time', http({ timeoutSeconds: 0 }), ['http.timeoutSeconds range']],
    ['31 s', http({ timeoutSeconds: 31 }), ['http.timeoutSeconds range']],
    ['half a second', http({ timeoutSeconds: 0.5 }), ['http.timeoutSeconds type']],
  ])('refuses %s', (_case, members, faults) => {
    expect(faultsOf(members)).toEqual(faults);
  });

  it.each(['https://{order}.example/', 'https://x.example:{order}/', '{order}://x.example/'])(
    'refuses a placeholder before the path: %s',
    url => expect(faultsOf(http({ url }))).toHaveLength(1),
  );

  it.each<[string, object]>([
    ['says nothing of other arguments', { type: 'object' }],
    ['lets others in', { type: 'object', additionalProperties: { type: 'string' } }],
    ['has a pattern', { type: 'object', additionalProperties: false, patternProperties: { '^i': {} } }],
  ])('takes a placeholder of a schema that %s', (_case, parameters) => {
    expect(faultsOf({ ...http({ url: 'https://x.example/{id}' }), parameters })).toEqual([]);
  });

  it('takes a secret Authorization on a tool without scopes, which gets no token', () => {
    expect(faultsOf({ scopes: [], ...http({ headers: { Authorization: 'Basic x' } }) })).toEqual([]);
  });

  it('tells every fault at once and never the value of a header', () => {
    const tool = readTool({ ...TOOL, name: 'X', ...http({ headers: { a: 'canäry' } }) }, SCOPES);
    expect(tool).toMatchObject({ error: [{ path: 'name' }, { path: 'http.headers.a' }] });
    expect(JSON.stringify(tool)).not.toContain('canäry');
  });

  it('gives an address to check, without placeholders', () => {
    expect(toolAddress({ http: { url: 'https://x.example/{a}/b?c=1' } })).toBe('https://x.example/x/b?c=1');
  });
});
