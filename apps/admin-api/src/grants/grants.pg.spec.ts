import { StubPersonalAgent } from '@surety/testing';
import { AdminStack } from '../admin-stack.test-kit';
import { createBrand, createPersonalAgent, storeGrant } from '../whole-api/sample-world.test-kit';

describe('/grants (PACT wire §6, P19)', () => {
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

  const world = async () => {
    const { id: brandId } = await createBrand(stack);
    const { id: personalAgentId, issuer } = await createPersonalAgent(stack, agent);
    return { brandId, personalAgentId, issuer };
  };
  const ids = async (query: string) =>
    (await stack.call('GET', `/grants?${query}`)).body.items.map((item: { id: string }) => item.id);
  const expire = (id: string) =>
    stack.sql(`UPDATE delegation_grant SET ends_at = now() - interval '1 second' WHERE id = $1`, [id]);

  it('reads one with everything that the wire names', async () => {
    const { issuer, ...owner } = await world();
    const id = await storeGrant(stack, owner);
    const answer = await stack.call('GET', `/grants/${id}`);
    expect(answer.body).toEqual({
      id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      ...owner,
      issuer,
      sub: 'user-1',
      user: 'jane',
      scopes: ['orders:read'],
      unticked: ['orders:cancel'],
      consentedAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: null,
      status: 'live',
      revokedAt: null,
      revokedBy: null,
      version: 1,
    });
    expect(answer.headers.get('etag')).toBe('"1"');
    expect((await stack.call('GET', '/grants/a2agrant_none')).status).toBe(404);
  });

  it('lists by every filter, newest first, in pages', async () => {
    const owner = await world();
    const other = await createPersonalAgent(stack, agent);
    const first = await storeGrant(stack, owner);
    const second = await storeGrant(stack, { ...owner, sub: 'user-2', user: 'john' });
    const third = await storeGrant(stack, { ...owner, personalAgentId: other.id });
    const { brandId } = owner;
    expect(await ids(`brandId=${brandId}`)).toEqual([first, second, third].sort().reverse());
    expect(await ids(`personalAgentId=${other.id}`)).toEqual([third]);
    expect(await ids(`brandId=${brandId}&sub=user-2`)).toEqual([second]);
    expect(await ids(`brandId=${brandId}&user=john`)).toEqual([second]);
    await expire(first);
    await stack.call('POST', `/grants/${second}/revoke`);
    expect(await ids(`brandId=${brandId}&status=expired`)).toEqual([first]);
    expect(await ids(`brandId=${brandId}&status=revoked`)).toEqual([second]);
    expect(await ids(`brandId=${brandId}&status=live`)).toEqual([third]);
    const page = await stack.call('GET', `/grants?brandId=${brandId}&limit=2`);
    const rest = await stack.call('GET', `/grants?brandId=${brandId}&limit=2&cursor=${page.body.nextCursor}`);
    expect([page, rest].flatMap(({ body }) => body.items)).toHaveLength(3);
    expect((await stack.call('GET', '/grants?status=dead')).status).toBe(400);
  });

  it('revokes one, once, with its reason in the audit', async () => {
    const owner = await world();
    const id = await storeGrant(stack, owner);
    const stale = await stack.call('POST', `/grants/${id}/revoke`, { headers: { 'if-match': '"7"' } });
    expect(stale.status).toBe(412);
    const answer = await stack.call('POST', `/grants/${id}/revoke`, { body: { reason: 'lost phone' } });
    expect(answer).toMatchObject({ status: 200, body: { status: 'revoked', revokedBy: 'operator' } });
    expect((await stack.call('POST', `/grants/${id}/revoke`)).body).toEqual(answer.body);
    expect((await stack.call('GET', `/audit?objectId=${id}`)).body.items).toMatchObject([
      {
        action: 'grant.revoke',
        before: { status: 'live' },
        after: { status: 'revoked', revokedBy: 'operator' },
        reason: 'lost phone',
      },
    ]);
  });

  it('leaves one that has expired as it is', async () => {
    const id = await storeGrant(stack, await world());
    await expire(id);
    const answer = await stack.call('POST', `/grants/${id}/revoke`);
    expect(answer).toMatchObject({ status: 200, body: { status: 'expired', revokedAt: null } });
    expect((await stack.call('GET', `/audit?objectId=${id}`)).body.items).toEqual([]);
  });

  it('revokes all of a personal agent or of a User at one Brand', async () => {
    const owner = await world();
    const elsewhere = await createBrand(stack);
    for (const sub of ['user-1', 'user-2']) await storeGrant(stack, { ...owner, sub });
    const john = await storeGrant(stack, { ...owner, user: 'john' });
    const foreign = await storeGrant(stack, { ...owner, brandId: elsewhere.id });
    const revoke = (whose: object) =>
      stack.call('POST', '/grants/revoke', { body: { brandId: owner.brandId, ...whose } });
    expect((await revoke({ user: 'jane' })).body).toEqual({ revoked: 2 });
    expect(await ids(`brandId=${owner.brandId}&status=live`)).toEqual([john]);
    expect((await revoke({ personalAgentId: owner.personalAgentId })).body).toEqual({ revoked: 1 });
    expect((await revoke({ personalAgentId: owner.personalAgentId })).body).toEqual({ revoked: 0 });
    expect(await ids(`brandId=${elsewhere.id}&status=live`)).toEqual([foreign]);
    const audit = await stack.call('GET', `/audit?objectId=${owner.brandId}&action=brand.revoke-grants`);
    expect(audit.body.items).toMatchObject([
      { after: { personalAgentId: owner.personalAgentId, revoked: 1 } },
      { after: { user: 'jane', revoked: 2 } },
    ]);
  });

  it.each<[string, object, number]>([
    ['neither', {}, 400],
    ['both', { user: 'jane', personalAgentId: 'x' }, 400],
    ['an unknown Brand', { brandId: 'nobody', user: 'jane' }, 404],
    ['no Brand', { brandId: undefined, user: 'jane' }, 400],
    ['a null', { user: null }, 400],
  ])('refuses to revoke many by %s', async (_, body, status) => {
    const { brandId } = await world();
    const answer = await stack.call('POST', '/grants/revoke', { body: { brandId, ...body } });
    expect(answer.status).toBe(status);
  });

  it('field 21: a revoked grant is dead for tokens at once', async () => {
    const id = await storeGrant(stack, await world());
    await stack.sql('INSERT INTO refresh_token (hash, grant_id) VALUES ($1, $1)', [id]);
    await stack.call('POST', `/grants/${id}/revoke`);
    const live = await stack.sql(
      'SELECT 1 FROM refresh_token t JOIN delegation_grant g ON g.id = t.grant_id WHERE g.revoked_at IS NULL AND g.id = $1',
      [id],
    );
    expect(live).toEqual([]);
  });
});
