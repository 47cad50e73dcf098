import { CARD, ConsentWorld } from './consent-world.test-kit';

let world: ConsentWorld;

beforeAll(async () => {
  world = await ConsentWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.run('TRUNCATE device_request, delegation_grant CASCADE'));

describe('finding the request of a user code', () => {
  it('PACT 5.3: gives what its consent page shows', async () => {
    const { id, userCode } = await world.request({ scopes: ['orders:read'] });
    const found = await world.consents.open('brand-1', userCode, 'jane');
    expect(found).toMatchObject({
      request: { id, kind: 'device', scopes: ['orders:read'], userCode },
      personalAgent: { issuer: 'https://pa-1.example', registered: true },
      grant: undefined,
    });
    expect(await world.consents.find('brand-1', id, 'jane')).toMatchObject({ request: { id } });
  });

  it.each([
    ['expired', { endsInSeconds: 0 }],
    ['of another Brand', { brandId: 'brand-2' }],
  ])('field 20, 21: does not find one %s', async (_kind, draft) => {
    const { id, userCode } = await world.request(draft);
    expect(await world.consents.open('brand-1', userCode, 'jane')).toBeUndefined();
    expect(await world.consents.find('brand-1', id, 'jane')).toBeUndefined();
    expect(await world.decide({ id, userCode })).toBeUndefined();
    expect(await world.stateOf({ id, userCode })).toBe('pending');
  });

  it('does not find one that is decided', async () => {
    const request = await world.request();
    await world.decide(request, { decision: 'deny' });
    expect(await world.consents.open('brand-1', request.userCode, 'jane')).toBeUndefined();
    expect(await world.decide(request)).toBeUndefined();
    expect(await world.stateOf(request)).toBe('denied');
  });

  it('P34: says whether an operator knows the personal agent', async () => {
    const { userCode } = await world.request({ personalAgentId: 'pa-2' });
    const isRegistered = async () =>
      (await world.consents.open('brand-1', userCode, 'jane'))?.personalAgent?.registered;
    expect(await isRegistered()).toBe(true);
    await world.run(`UPDATE personal_agent SET registered = false WHERE id = 'pa-2'`);
    expect(await isRegistered()).toBe(false);
  });
});

describe('a decision', () => {
  it('P19, P29: makes a grant of 30 days and remembers what was unticked', async () => {
    const request = await world.request();
    const decided = await world.decide(request, { ticked: ['orders:cancel', 'orders:read', 'not:asked'] });
    expect(decided).toEqual({
      end: { status: 'approved', granted: ['orders:read', 'orders:cancel'] },
      issuer: 'https://pa-1.example',
    });
    const [grant] = await world.grants();
    expect(grant).toMatchObject({
      id: expect.stringMatching(/^a2agrant_[0-9A-Z]{26}$/),
      scopes: ['orders:read', 'orders:cancel'],
      unticked: ['refunds:issue'],
      days: 30,
    });
    expect(await world.run('SELECT state, grant_id FROM device_request')).toEqual([
      { state: 'approved', grant_id: grant?.id },
    ]);
    expect(await world.run(`SELECT actor_role, object_id FROM audit WHERE action = 'grant.consent'`)).toEqual(
      [{ actor_role: 'user', object_id: grant?.id }],
    );
  });

  it.each([
    ['Cancel', { decision: 'deny' as const }],
    ['nothing ticked', { ticked: [] }],
    ['only what was not asked for', { ticked: ['not:asked'] }],
  ])('P23: %s declines and leaves the grant as it was', async (_kind, changes) => {
    await world.decide(await world.request({ scopes: ['orders:read'] }));
    const before = await world.grants();
    const request = await world.request();
    expect(await world.decide(request, changes)).toMatchObject({ end: { status: 'denied' } });
    expect(await world.stateOf(request)).toBe('denied');
    expect(await world.grants()).toEqual(before);
  });

  it('PACT wire 4: widens the live grant of the same four, and no other', async () => {
    await world.decide(await world.request({ scopes: ['orders:read'] }));
    await world.decide(await world.request({ scopes: ['orders:cancel'], kind: 'step_up' }));
    expect((await world.grants()).map(({ scopes }) => scopes)).toEqual([['orders:read', 'orders:cancel']]);
    for (const draft of [{ personalAgentId: 'pa-2' }, { sub: 'user-2' }]) {
      await world.decide(await world.request({ ...draft, scopes: ['orders:read'] }));
    }
    await world.decide(await world.request(), { brandUser: 'john' });
    expect((await world.grants()).map(({ scopes }) => scopes.length)).toEqual([2, 1, 1]);
    expect(await world.grants('john')).toHaveLength(1);
  });

  it('P19: makes a new grant after a revoked or ended one, with its memory of unticked boxes', async () => {
    await world.decide(await world.request(), { ticked: ['orders:read'] });
    await world.run('UPDATE delegation_grant SET ends_at = clock_timestamp()');
    const request = await world.request();
    expect((await world.consents.open('brand-1', request.userCode, 'jane'))?.grant).toMatchObject({
      unticked: ['orders:cancel', 'refunds:issue'],
    });
    await world.decide(request, { ticked: ['orders:read'] });
    expect(await world.grants()).toHaveLength(2);
    const [live] = await world.userGrants.liveOf('brand-1', 'jane');
    await world.userGrants.revokeByUser(
      { grantId: live?.id ?? '', brandId: 'brand-1', brandUser: 'jane' },
      'r',
    );
    await world.decide(await world.request());
    expect(await world.grants()).toHaveLength(3);
    expect(await world.userGrants.liveOf('brand-1', 'jane')).toHaveLength(1);
  });

  it('field 19: of twenty at once, allow and deny, one decides', async () => {
    for (let round = 0; round < 5; round += 1) {
      const request = await world.request();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, at) => world.decide(request, { decision: at % 2 ? 'allow' : 'deny' })),
      );
      const [one, ...more] = outcomes.filter(outcome => outcome !== undefined);
      expect(more).toEqual([]);
      expect(await world.stateOf(request)).toBe(one?.end.status);
      expect(await world.grants()).toHaveLength(one?.end.status === 'approved' ? 1 : 0);
      await world.run('TRUNCATE delegation_grant CASCADE');
    }
  });

  it('PACT wire 4: consents in flight for the same four converge to one grant with all of it', async () => {
    const requests = await Promise.all(
      CARD.flatMap(id => [world.request({ scopes: [id] }), world.request({ scopes: [id], kind: 'step_up' })]),
    );
    const decided = await Promise.all(requests.map(request => world.decide(request)));
    expect(decided.every(outcome => outcome?.end.status === 'approved')).toBe(true);
    expect((await world.grants()).map(({ scopes }) => scopes)).toEqual([CARD]);
  });

  it('P19: a consent and a revocation at once leave one live grant or none, and no revoked one comes back', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.decide(await world.request({ scopes: ['orders:read'] }));
      const [live] = await world.userGrants.liveOf('brand-1', 'jane');
      const grant = { grantId: live?.id ?? '', brandId: 'brand-1', brandUser: 'jane' };
      const request = await world.request({ scopes: ['orders:cancel'] });
      await Promise.all([world.decide(request), world.userGrants.revokeByUser(grant, 'r')]);
      const rows = await world.grants();
      expect(rows.find(({ id }) => id === grant.grantId)?.revoked_at).not.toBeNull();
      const after = rows.filter(({ revoked_at }) => revoked_at === null);
      if (after.length > 0) expect(after.map(({ scopes }) => scopes)).toEqual([['orders:cancel']]);
      await world.run('TRUNCATE delegation_grant CASCADE');
    }
  });
});

describe('P22: a skipped consent', () => {
  const skip = (requestId: string) =>
    world.consents.skip({ brandId: 'brand-1', requestId, brandUser: 'jane' }, 'r');

  it('approves under the live grant and moves nothing of it', async () => {
    await world.decide(await world.request());
    await world.run(`UPDATE delegation_grant SET ends_at = clock_timestamp() + interval '1 hour'`);
    const before = await world.grants();
    const request = await world.request({ scopes: ['orders:read'] });
    expect(await skip(request.id)).toEqual({ granted: ['orders:read'], issuer: 'https://pa-1.example' });
    expect(await world.stateOf(request)).toBe('approved');
    expect(await world.grants()).toEqual(before);
    expect(await skip(request.id)).toBeUndefined();
  });

  it.each([
    ['revoked', "UPDATE delegation_grant SET revoked_at = clock_timestamp(), revoked_by = 'user'"],
    ['ended', 'UPDATE delegation_grant SET ends_at = clock_timestamp()'],
    ['narrower', `UPDATE delegation_grant SET scopes = '{orders:cancel}'`],
    ['of another sub', `UPDATE delegation_grant SET sub = 'user-2'`],
  ])('does not happen when the grant is %s', async (_kind, change) => {
    await world.decide(await world.request());
    await world.run(change);
    const request = await world.request({ scopes: ['orders:read'] });
    expect(await skip(request.id)).toBeUndefined();
    expect(await world.stateOf(request)).toBe('pending');
  });
});

describe('P21: a manage code', () => {
  it('is found once, at its Brand, and is never a consent', async () => {
    const { userCode } = await world.consents.mintManage('brand-1');
    expect(await world.consents.open('brand-2', userCode, 'jane')).toBeUndefined();
    const found = await world.consents.open('brand-1', userCode, 'jane');
    expect(found).toMatchObject({ request: { kind: 'manage', scopes: [] }, personalAgent: null });
    const id = found?.request.id ?? '';
    expect(await world.consents.find('brand-1', id, 'jane')).toBeUndefined();
    expect(await world.decide({ id, userCode })).toBeUndefined();
    const uses = await Promise.all(
      Array.from({ length: 10 }, () => world.consents.consumeManage('brand-1', id)),
    );
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await world.consents.open('brand-1', userCode, 'jane')).toBeUndefined();
  });

  it('ends after ten minutes', async () => {
    const { userCode } = await world.consents.mintManage('brand-1');
    const [row] = await world.run<{ seconds: number; id: string }>(
      'SELECT id, round(extract(epoch FROM expires_at - clock_timestamp()))::integer AS seconds FROM device_request',
    );
    expect(row?.seconds).toBe(600);
    await world.run('UPDATE device_request SET expires_at = clock_timestamp()');
    expect(await world.consents.open('brand-1', userCode, 'jane')).toBeUndefined();
    expect(await world.consents.consumeManage('brand-1', row?.id ?? '')).toBe(false);
  });
});
