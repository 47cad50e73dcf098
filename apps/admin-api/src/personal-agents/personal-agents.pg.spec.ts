import { StubPersonalAgent } from '@surety/testing';
import { AdminStack } from '../admin-stack.test-kit';
import { createPersonalAgent, fresh, personalAgentBody } from '../whole-api/sample-world.test-kit';

const DEFAULT_LIMITS = { perSecond: 100, burst: 300, perUserPerSecond: 5, perUserBurst: 60 };

describe('/personal-agents (PACT wire §6)', () => {
  let stack: AdminStack;
  let agent: StubPersonalAgent;
  beforeAll(async () => {
    stack = await AdminStack.start();
    agent = await StubPersonalAgent.start();
  });
  afterAll(async () => {
    await agent.stop();
    await stack.stop();
  });
  beforeEach(() => {
    agent.behaviour = { kind: 'up' };
  });

  const create = (change: object) =>
    stack.call('POST', '/personal-agents', { body: personalAgentBody(agent, change) });
  const faults = async (change: object) => {
    const answer = await create(change);
    expect(answer.status).toBe(400);
    return answer.body.errors.map((fault: { path: string; code: string }) => `${fault.path}:${fault.code}`);
  };

  it('registers one with defaults, and says what its tokens must carry', async () => {
    const answer = await create({ name: 'My PA' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toBe('"1"');
    const [{ audience }] = await stack.sql('SELECT audience FROM deployment');
    expect(answer.body).toMatchObject({
      name: 'My PA',
      enabled: true,
      limits: DEFAULT_LIMITS,
      version: 1,
      audience,
      keys: { kids: [agent.privateJwk.kid], error: null },
      warnings: [],
    });
    expect(answer.body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const read = await stack.call('GET', `/personal-agents/${answer.body.id}`);
    expect({ ...read.body, warnings: [] }).toEqual(answer.body);
    expect(read.headers.get('etag')).toBe('"1"');
  });

  it('stores the issuer byte for byte, and knows issuers that differ in a byte as different', async () => {
    const issuer = `${agent.issuer}/Tenant%2F${fresh()}`;
    for (const variant of [issuer, `${issuer}/`, issuer.toLowerCase(), `${issuer}?x`]) {
      const answer = await create({ issuer: variant });
      expect(answer.body.issuer).toBe(variant);
    }
  });

  it.each([
    ['http://pa.example', 'issuer:not_https'],
    ['pa.example', 'issuer:bad_url'],
    ['https://user:pass@pa.example', 'issuer:bad_url'],
    [' https://pa.example', 'issuer:bad_url'],
    [`https://pa.example/${'x'.repeat(1024)}`, 'issuer:wrong_length'],
    ['', 'issuer:wrong_length'],
  ])('refuses the issuer %j', async (issuer, code) => {
    expect(await faults({ issuer })).toEqual([code]);
  });

  it.each([
    ['http://pa.example/jwks', 'jwksUri:not_https'],
    ['https://10.0.0.1/jwks', 'jwksUri:private_address'],
    ['https://169.254.169.254/latest', 'jwksUri:private_address'],
    ['https://100.64.0.1/jwks', 'jwksUri:private_address'],
    ['https://[fd00::1]/jwks', 'jwksUri:private_address'],
    ['https://[::ffff:10.0.0.1]/jwks', 'jwksUri:private_address'],
    ['ftp://pa.example/jwks', 'jwksUri:not_https'],
    ['https://user:pass@pa.example/jwks', 'jwksUri:bad_url'],
    ['/jwks.json', 'jwksUri:bad_url'],
  ])('P25: refuses the JWKS address %s', async (jwksUri, code) => {
    expect(await faults({ jwksUri })).toEqual([code]);
  });

  it('P25: warns of a JWKS host that does not resolve yet, and registers', async () => {
    const answer = await create({ jwksUri: 'https://pa.invalid/jwks.json' });
    expect(answer.status).toBe(201);
    expect(answer.body.warnings).toMatchObject([{ code: 'unresolved' }]);
    expect(answer.body.keys).toMatchObject({ fetchedAt: null, kids: [] });
    expect(answer.body.keys.error).toEqual(answer.body.warnings[0].message);
  });

  it.each<[string, StubPersonalAgent['behaviour']]>([
    ['jwks_unreachable', { kind: 'broken' }],
    ['jwks_status', { kind: 'status', status: 503 }],
    ['jwks_redirect', { kind: 'redirect', location: 'https://pa.example/jwks.json' }],
    ['jwks_too_large', { kind: 'huge', bytes: 600 * 1024 }],
    ['jwks_invalid', { kind: 'raw', body: '<html>' }],
    ['jwks_invalid', { kind: 'raw', body: '{"keys":{}}' }],
    ['jwks_no_usable_key', { kind: 'raw', body: '{"keys":[]}' }],
    ['jwks_no_usable_key', { kind: 'raw', body: '{"keys":[{"kty":"oct","k":"AA"}]}' }],
    ['jwks_timeout', { kind: 'hang' }],
  ])(
    'P25: tells by a live look what is wrong: %s',
    async (code, behaviour) => {
      agent.behaviour = behaviour;
      const answer = await create({});
      expect(answer.status).toBe(201);
      expect(answer.body.warnings).toMatchObject([{ code }]);
      expect(answer.body.keys.error).toEqual(expect.any(String));
    },
    15_000,
  );

  it('lists newest first, in pages that meet no row twice', async () => {
    for (let i = 0; i < 5; i += 1) await createPersonalAgent(stack, agent, { name: 'Paged' });
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = await stack.call('GET', `/personal-agents?q=paged&limit=2${cursor}`);
      expect(page.body.items.length).toBeLessThanOrEqual(2);
      ids.push(...page.body.items.map((item: { id: string }) => item.id));
      cursor = page.body.nextCursor === null ? '' : `&cursor=${page.body.nextCursor}`;
    } while (cursor !== '');
    expect(ids).toHaveLength(5);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  it('refuses a cursor of another list or other filters', async () => {
    const page = await stack.call('GET', '/personal-agents?limit=1');
    const { nextCursor } = page.body;
    expect((await stack.call('GET', `/personal-agents?limit=3&cursor=${nextCursor}`)).status).toBe(200);
    for (const path of ['/personal-agents?enabled=true&', '/brands?']) {
      const answer = await stack.call('GET', `${path}cursor=${nextCursor}`);
      expect(answer.body.errors).toMatchObject([{ path: 'cursor' }]);
    }
  });

  it('field 56: lists the disabled ones with ?enabled=false, and filters by issuer and text', async () => {
    const off = await createPersonalAgent(stack, agent, { enabled: false, name: '100%_off' });
    const disabled = await stack.call('GET', '/personal-agents?enabled=false&limit=200');
    expect(disabled.body.items.map((item: { id: string }) => item.id)).toContain(off.id);
    expect(disabled.body.items.every((item: { enabled: boolean }) => !item.enabled)).toBe(true);
    const byIssuer = await stack.call('GET', `/personal-agents?issuer=${encodeURIComponent(off.issuer)}`);
    expect(byIssuer.body.items.map((item: { id: string }) => item.id)).toEqual([off.id]);
    const byText = async (q: string) =>
      (await stack.call('GET', `/personal-agents?q=${encodeURIComponent(q)}`)).body.items.length;
    expect(await byText('100%_OFF')).toBe(1);
    expect(await byText('100%off')).toBe(0);
    expect(await byText('100_')).toBe(0);
  });

  it('merges a change and counts the version up', async () => {
    const { id } = await createPersonalAgent(stack, agent, { limits: { burst: 7 } });
    const body = { name: 'New', limits: { perSecond: null, perUserBurst: 9 } };
    const answer = await stack.call('PATCH', `/personal-agents/${id}`, {
      body,
      headers: { 'if-match': '"1"' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(answer.body).toMatchObject({
      name: 'New',
      version: 2,
      limits: { perSecond: null, burst: 7, perUserPerSecond: 5, perUserBurst: 9 },
    });
    expect(Date.parse(answer.body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(answer.body.createdAt));
  });

  it('of two changes to one version, one is refused', async () => {
    const { id } = await createPersonalAgent(stack, agent);
    const headers = { 'if-match': '"1"' };
    const change = (name: string) =>
      stack.call('PATCH', `/personal-agents/${id}`, { body: { name }, headers });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(change));
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 412, 412, 412]);
  });

  it('honours If-Match on actions too', async () => {
    const { id } = await createPersonalAgent(stack, agent);
    const disable = (tag: string) =>
      stack.call('POST', `/personal-agents/${id}/disable`, { headers: { 'if-match': tag } });
    expect((await disable('"9"')).status).toBe(412);
    expect((await disable('W/"1"')).status).toBe(412);
    expect((await stack.call('GET', `/personal-agents/${id}`)).body.enabled).toBe(true);
    expect((await disable('"1"')).status).toBe(200);
    expect((await disable('*')).body.enabled).toBe(false);
  });

  it('disables and enables, and tells every replica', async () => {
    const { id } = await createPersonalAgent(stack, agent);
    const off = await stack.call('POST', `/personal-agents/${id}/disable`, { body: { reason: 'abuse' } });
    expect(off.body).toMatchObject({ id, enabled: false, warnings: [] });
    const on = await stack.call('POST', `/personal-agents/${id}/enable`);
    expect(on.body).toMatchObject({ id, enabled: true, version: 3 });
  });

  it.each([
    ['issuer', 'https://other.example', 'unchangeable'],
    ['enabled', 'false', 'unknown_member'],
    ['enabled', true, 'unknown_member'],
    ['id', 'x', 'unknown_member'],
    ['audience', 'x', 'unknown_member'],
    ['name', null, 'null_not_allowed'],
    ['jwksUri', null, 'null_not_allowed'],
    ['limits', null, 'null_not_allowed'],
    ['limits', { perSecond: '5' }, 'wrong_type'],
    ['limits', { perSecond: 0 }, 'out_of_range'],
    ['limits', { burst: 1.5 }, 'wrong_type'],
    ['limits', { bursts: 1 }, 'unknown_member'],
    ['limits', [5], 'wrong_type'],
    ['reason', 'x'.repeat(501), 'wrong_length'],
    ['reason', 5, 'wrong_type'],
  ])('field 56: a change of %s to %j is refused and nothing changes', async (member, value, code) => {
    const made = await createPersonalAgent(stack, agent, { enabled: false });
    const path = `/personal-agents/${made.id}`;
    const answer = await stack.call('PATCH', path, { body: { [member]: value } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].code).toBe(code);
    expect(answer.body.errors[0].path.startsWith(member)).toBe(true);
    const read = await stack.call('GET', path);
    expect({ ...read.body, warnings: [] }).toEqual(made);
  });

  it('forgets what the keys of an old address were when the address changes', async () => {
    const { id } = await createPersonalAgent(stack, agent);
    const second = await StubPersonalAgent.start();
    try {
      const body = { jwksUri: second.jwksUri };
      const answer = await stack.call('PATCH', `/personal-agents/${id}`, { body });
      expect(answer.body.keys.kids).toEqual([second.privateJwk.kid]);
    } finally {
      await second.stop();
    }
  });

  it('refuses a change to an address that is never called, and keeps the old one', async () => {
    const made = await createPersonalAgent(stack, agent);
    const path = `/personal-agents/${made.id}`;
    const answer = await stack.call('PATCH', path, { body: { jwksUri: 'https://192.168.1.1/jwks' } });
    expect(answer.body.errors).toMatchObject([{ path: 'jwksUri', code: 'private_address' }]);
    expect((await stack.call('GET', path)).body.jwksUri).toBe(made.jwksUri);
  });
});
