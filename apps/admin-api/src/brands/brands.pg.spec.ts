import { AdminStack, PUBLIC_URL } from '../admin-stack.test-kit';
import { brandBody, createBrand, fresh, SCRIPT } from '../whole-api/sample-world.test-kit';

const webhook = (change: object = {}) => ({ kind: 'webhook', url: 'http://127.0.0.1:9/agent', ...change });

describe('/brands (PACT wire §6, §9)', () => {
  let stack: AdminStack;
  beforeAll(async () => {
    stack = await AdminStack.start();
  });
  afterAll(() => stack.stop());

  const create = (change: object) => stack.call('POST', '/brands', { body: brandBody(change) });
  const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
    stack.call('PATCH', `/brands/${id}`, { body, headers });
  const faultsOf = (answer: { status: number; body: { errors: { path: string; code: string }[] } }) => {
    expect(answer.status).toBe(400);
    return answer.body.errors.map(fault => `${fault.path}:${fault.code}`);
  };

  it('opens one with the defaults of the golden card', async () => {
    const answer = await create({ name: 'X' });
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(answer.body).toMatchObject({
      name: 'X',
      description: 'X support',
      version: '1.0.0',
      domain: null,
      skills: [{ id: 'support', name: 'Support', description: 'Answers questions.', tags: ['support'] }],
      agent: SCRIPT,
      limits: { agentDeadlineSeconds: 30, contextIdleDays: 30 },
      state: 'open',
      closedAt: null,
      interfaceUrl: `${PUBLIC_URL}/a2a/${id}`,
      cardUrl: `${PUBLIC_URL}/a2a/${id}/.well-known/agent-card.json`,
      warnings: [],
      revision: 1,
    });
    expect(answer.headers.get('etag')).toBe('"1"');
  });

  it('reads it with its checklist', async () => {
    const { id } = await createBrand(stack, { domain: `d${fresh()}.invalid` });
    const answer = await stack.call('GET', `/brands/${id}`);
    expect(answer.body.checks).toMatchObject([
      { code: 'public_url_https', ok: true },
      { code: 'agent_address', ok: true },
      { code: 'domain_card', ok: false },
    ]);
  });

  it.each<[string, object, string]>([
    ['an unknown member of delegation', { delegation: { on: true } }, 'delegation.on:unknown_member'],
    ['a login that is no address', { delegation: { loginUrl: 'login' } }, 'delegation.loginUrl:wrong_format'],
    [
      'keys of two kinds',
      { delegation: { keys: { jwksUri: 'https://b.example', jwks: {} } } },
      'delegation.keys:not_allowed',
    ],
    ['no agent', { agent: undefined }, 'agent:required'],
    ['agent null', { agent: null }, 'agent:null_not_allowed'],
    ['agent as a list', { agent: [] }, 'agent:wrong_type'],
    ['an unknown kind', { agent: { kind: 'mesh', agentName: 'a' } }, 'agent.kind:unknown_kind'],
    ['an unknown member of a script', { agent: { ...SCRIPT, x: 1 } }, 'agent.x:unknown_member'],
    ['a blank name', { name: ' ' }, 'name:wrong_format'],
    ['a long name', { name: 'x'.repeat(101) }, 'name:wrong_length'],
    ['a long description', { description: 'x'.repeat(501) }, 'description:wrong_length'],
    ['a domain with a scheme', { domain: 'https://x.example' }, 'domain:wrong_format'],
    ['a domain with a port', { domain: 'x.example:1' }, 'domain:wrong_format'],
    ['an IP address as domain', { domain: '127.0.0.1' }, 'domain:wrong_format'],
    ['no skills', { skills: [] }, 'skills:wrong_length'],
    ['skills null', { skills: null }, 'skills:null_not_allowed'],
    [
      'a skill without tags',
      { skills: [{ id: 'a', name: 'A', description: 'd' }] },
      'skills.0.tags:required',
    ],
    ['a skill with one tag as text', { skills: [skill({ tags: 'a' })] }, 'skills.0.tags:wrong_type'],
    ['an unknown member of a skill', { skills: [skill({ x: 1 })] }, 'skills.0.x:unknown_member'],
    ['a skill id that stands twice', { skills: [skill(), skill()] }, 'skills.1.id:repeated'],
    [
      'a deadline over 120',
      { limits: { agentDeadlineSeconds: 121 } },
      'limits.agentDeadlineSeconds:out_of_range',
    ],
    [
      'a deadline in quotes',
      { limits: { agentDeadlineSeconds: '30' } },
      'limits.agentDeadlineSeconds:wrong_type',
    ],
    ['state', { state: 'open' }, 'state:unknown_member'],
    ['a private webhook', { agent: webhook({ url: 'https://10.1.2.3/a' }) }, 'agent.url:private_address'],
    [
      'a plain webhook elsewhere',
      { agent: webhook({ url: 'http://brand.example/a' }) },
      'agent.url:not_https',
    ],
    ['idempotent as a word', { agent: webhook({ idempotent: 'true' }) }, 'agent.idempotent:type'],
    ['a header that is no text', { agent: webhook({ headers: { 'X-Key': 5 } }) }, 'agent.headers.X-Key:type'],
  ])('refuses %s', async (_, change, code) => {
    expect(faultsOf(await create(change))).toContain(code);
  });

  it('keeps a script rule with tools, and hides the key of a model', async () => {
    const tools = [{ tool: 'lookup', arguments: { order: 'A-1' } }];
    const script = { rules: [{ any: ['order'], tools, reply: '{{lookup.text}}' }], fallback: 'Hm.' };
    const kept = await create({ agent: { kind: 'script', script } });
    expect(kept.body.agent.script.rules[0]).toMatchObject({ tools });
    const agent = { kind: 'llm', baseUrl: 'http://127.0.0.1:9/v1', model: 'm', apiKey: 'sk-canary' };
    const model = await create({ agent });
    expect(model.status).toBe(201);
    expect(JSON.stringify(model.body)).not.toContain('sk-canary');
    expect(model.body.agent.apiKey).toMatchObject({ set: true });
    const { id } = model.body;
    const moved = await patch(id, { agent: { baseUrl: 'http://localhost:9/v1' } });
    expect(faultsOf(moved)).toEqual(['agent.apiKey:secret_not_named']);
  });

  it('warns of a webhook host that does not resolve yet, and saves', async () => {
    const answer = await create({ agent: webhook({ url: 'https://brand.invalid/agent' }) });
    expect(answer.status).toBe(201);
    expect(answer.body.warnings).toMatchObject([{ code: 'unresolved' }]);
  });

  it('keeps a domain for one open Brand, in any case, and frees it at close', async () => {
    const domain = `Shop${fresh()}.Example`;
    const first = await create({ domain });
    expect(first.body.domain).toBe(domain.toLowerCase());
    const second = await create({ domain: domain.toUpperCase() });
    expect(second.status).toBe(409);
    expect(second.body.errors).toMatchObject([{ path: 'domain', code: 'taken' }]);
    const third = await createBrand(stack);
    expect((await patch(third.id, { domain })).status).toBe(409);
    expect((await stack.call('POST', `/brands/${first.body.id}/close`)).status).toBe(200);
    expect((await patch(third.id, { domain })).body.domain).toBe(domain.toLowerCase());
    expect((await patch(third.id, { domain: null })).body.domain).toBeNull();
  });

  it('of two Brands that want one domain at once, one gets it', async () => {
    const domain = `race${fresh()}.example`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ domain })));
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('merges a change: what is absent stays, lists are replaced', async () => {
    const { id } = await createBrand(stack, { description: 'd', limits: { contextIdleDays: 9 } });
    const skills = [skill({ id: 'new' })];
    const answer = await patch(id, { version: '2.0.0', skills, limits: { agentDeadlineSeconds: 5 } });
    expect(answer.body).toMatchObject({
      description: 'd',
      version: '2.0.0',
      skills,
      limits: { agentDeadlineSeconds: 5, contextIdleDays: 9 },
      revision: 2,
    });
  });

  it('changes a webhook by merge: url alone, one header alone, one header away', async () => {
    const headers = { 'X-A': 'one', 'X-B': 'two' };
    const { id } = await createBrand(stack, { agent: webhook({ headers }) });
    const at = (await stack.call('GET', `/brands/${id}`)).body.agent.headers;
    expect(Object.keys(at['X-A'])).toEqual(['set', 'updatedAt']);
    const moved = await patch(id, { agent: { url: 'http://127.0.0.1:9/other' } });
    expect(moved.body.agent).toEqual(
      webhook({ url: 'http://127.0.0.1:9/other', idempotent: false, headers: at }),
    );
    const one = await patch(id, { agent: { headers: { 'X-A': 'three' } } });
    expect(one.body.agent.headers['X-B']).toEqual(at['X-B']);
    expect(one.body.agent.headers['X-A'].updatedAt).not.toBe(at['X-A'].updatedAt);
    const away = await patch(id, { agent: { headers: { 'X-A': null } } });
    expect(Object.keys(away.body.agent.headers)).toEqual(['X-B']);
    const script = await patch(id, { agent: SCRIPT });
    expect(script.body.agent).toEqual(SCRIPT);
  });

  it('refuses a half agent of another kind, and keeps the old one', async () => {
    const { id } = await createBrand(stack);
    expect(faultsOf(await patch(id, { agent: { kind: 'webhook' } }))).toEqual(['agent.url:required']);
    expect(faultsOf(await patch(id, { agent: { script: { fallback: null } } }))).toContain(
      'agent.script.fallback:required',
    );
    expect((await stack.call('GET', `/brands/${id}`)).body.agent).toEqual(SCRIPT);
  });

  it.each(['name', 'description', 'version', 'skills', 'agent', 'limits'])(
    'null does not clear %s',
    async member => {
      const { id } = await createBrand(stack);
      expect(faultsOf(await patch(id, { [member]: null }))).toEqual([`${member}:null_not_allowed`]);
    },
  );

  it('honours If-Match, and of several changes to one version lets one through', async () => {
    const { id } = await createBrand(stack);
    const change = (name: string) => patch(id, { name }, { 'if-match': '"1"' });
    const answers = await Promise.all(['a', 'b', 'c'].map(change));
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 412, 412]);
    const close = await stack.call('POST', `/brands/${id}/close`, { headers: { 'if-match': '"1"' } });
    expect(close.status).toBe(412);
  });

  it('closes for good', async () => {
    const { id } = await createBrand(stack);
    const closed = await stack.call('POST', `/brands/${id}/close`, { body: { reason: 'over' } });
    expect(closed.body).toMatchObject({ state: 'closed', closedAt: expect.any(String), warnings: [] });
    const again = await stack.call('POST', `/brands/${id}/close`);
    expect(again.body.closedAt).toBe(closed.body.closedAt);
    expect((await patch(id, { name: 'x' })).status).toBe(409);
    const test = await stack.call('POST', `/brands/${id}/agent/test`, { body: { text: 'Hi' } });
    expect(test.status).toBe(409);
    expect((await stack.call('GET', `/brands/${id}`)).body.checks).toEqual([]);
  });

  it('lists by state and text', async () => {
    const name = `Unique ${fresh()} Name`;
    const open = await createBrand(stack, { name });
    const closed = await createBrand(stack, { name });
    await stack.call('POST', `/brands/${closed.id}/close`);
    const ids = async (query: string) =>
      (await stack.call('GET', `/brands?q=${encodeURIComponent(name.toUpperCase())}${query}`)).body.items.map(
        (item: { id: string }) => item.id,
      );
    expect(await ids('')).toEqual([closed.id, open.id]);
    expect(await ids('&state=open')).toEqual([open.id]);
    expect(await ids('&state=closed')).toEqual([closed.id]);
  });
});

function skill(change: object = {}) {
  return { id: 'a', name: 'A', description: 'd', tags: ['t'], ...change };
}
