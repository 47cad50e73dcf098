import type { ClaimFacts } from '../index';
import { JANE, JOHN, TurnWorld, claimed } from './turn-world.test-kit';

jest.setTimeout(30_000);

let world: TurnWorld;

beforeAll(async () => {
  world = await TurnWorld.open();
});
afterAll(() => world.close());
afterEach(() =>
  world.run(
    `UPDATE delegation_grant SET revoked_at = NULL, revoked_by = NULL, ends_at = now() + interval '1 day'`,
  ),
);

const DEATHS: [string, string][] = [
  [
    'revoked',
    `UPDATE delegation_grant SET revoked_at = now(), revoked_by = 'user' WHERE brand_user = 'jane'`,
  ],
  ['ended', `UPDATE delegation_grant SET ends_at = now() WHERE brand_user = 'jane'`],
];
const counts = () =>
  world.run('SELECT (SELECT count(*) FROM context) AS contexts, (SELECT count(*) FROM turn) AS turns');

describe('claiming under a grant (PACT 5.5, P37)', () => {
  it.each(DEATHS)('a grant that is %s claims nothing, and writes nothing', async (_, kill) => {
    const { contextId } = await world.answered();
    await world.run(kill);
    const before = await counts();
    const message = { ...world.owner, messageId: world.freshMessageId(), text: 'Hello', delegation: JANE };
    const key = { key: 'k', contentHash: 'h' };
    const arrivals: ClaimFacts[] = [
      await world.turns.claimFirst(message),
      await world.turns.claimFirst({ ...message, idempotencyKey: key }),
      await world.next(contextId, { delegation: JANE }),
    ];
    for (const facts of arrivals) {
      expect(facts.grant.live).toBe(false);
      expect(facts.claimed).toBeUndefined();
    }
    expect(await counts()).toEqual(before);
    expect(await world.run('SELECT FROM idempotency_key')).toEqual([]);
    expect((await world.next(contextId)).claimed).toBeDefined();
  });

  it('an unknown grant, and one of another Brand user, are as dead', async () => {
    const { contextId } = await world.answered();
    for (const delegation of [
      { grantId: 'a2agrant_nobody', brandUser: 'jane' },
      { grantId: JOHN.grantId, brandUser: 'jane' },
    ]) {
      const first = { ...world.owner, messageId: world.freshMessageId(), text: 'Hello', delegation };
      expect((await world.turns.claimFirst(first)).grant.live).toBe(false);
      expect((await world.next(contextId, { delegation })).grant.live).toBe(false);
    }
  });

  it('tells the scopes of the grant as they are now, on every way to a run', async () => {
    const first = await world.turns.claimFirst({
      ...world.owner,
      messageId: 'a',
      text: 'a',
      delegation: JANE,
    });
    expect(first.grant).toEqual({ live: true, scopes: ['orders:read'] });
    await world.run(
      `UPDATE delegation_grant SET scopes = '{orders:read,refunds:issue}' WHERE brand_user = 'jane'`,
    );
    const { contextId } = claimed(first);
    const waiter = await world.next(contextId, { delegation: JANE });
    expect(waiter.grant).toEqual({ live: true, scopes: ['orders:read', 'refunds:issue'] });
    await world.run(`UPDATE delegation_grant SET scopes = '{orders:read}' WHERE brand_user = 'jane'`);
    await world.turns.fail(claimed(first), { code: 'x', detail: 'x', requestId: 'x' });
    const started = await world.turns.start(claimed(waiter), JANE);
    expect(started).toMatchObject({ outcome: 'running', grant: { live: true, scopes: ['orders:read'] } });
  });

  it('an identity turn has no grant to lose', async () => {
    const { contextId } = await world.answered();
    expect((await world.next(contextId)).grant).toEqual({ live: true, scopes: [] });
  });

  it('claims of one moment are judged each by its own grant', async () => {
    await world.run(DEATHS[0]![1]);
    const message = { ...world.owner, text: 'Hello' };
    const facts = await Promise.all(
      [JANE, JOHN, undefined, JANE].map((delegation, n) =>
        world.turns.claimFirst({ ...message, messageId: `batch-${n}`, delegation }),
      ),
    );
    expect(facts.map(({ claimed: turn }) => turn !== undefined)).toEqual([false, true, true, false]);
  });

  it.each(DEATHS)('a waiter whose grant is %s does not start (PACT wire §2)', async (_, kill) => {
    const first = await world.first();
    const waiter = claimed(await world.next(first.contextId, { delegation: JANE }));
    await world.run(kill);
    await world.turns.store(first, 'Reply', false);
    expect(await world.turns.start(waiter, JANE)).toMatchObject({
      outcome: 'waiting',
      grant: { live: false },
    });
    expect((await world.turn(waiter.turnId)).state).toBe('waiting');
  });
});

describe('whose conversation it is (P8)', () => {
  const pin = async (contextId: string) => (await world.context(contextId))['pinned_user'];

  it('is pinned by the token that opens it, and not by one that comes later', async () => {
    const opened = await world.first({ delegation: JANE });
    expect(await pin(opened.contextId)).toBe('jane');
    expect((await world.next(opened.contextId, { delegation: JOHN })).context?.otherUser).toBe(true);
    const plain = await world.answered();
    const later = claimed(await world.next(plain.contextId, { delegation: JANE }));
    expect(await pin(plain.contextId)).toBeNull();
    expect((await world.next(plain.contextId, { delegation: JOHN })).context?.otherUser).toBe(false);
    expect(later.state).toBe('running');
  });

  it('a retry key brings another Brand user to the pinned conversation, which refuses it', async () => {
    const message = {
      ...world.owner,
      messageId: 'm',
      text: 'Hello',
      idempotencyKey: { key: 'pin', contentHash: 'h' },
    };
    const { contextId } = claimed(await world.turns.claimFirst({ ...message, delegation: JANE }));
    const facts = await world.turns.claimFirst({ ...message, delegation: JOHN });
    expect(facts).toMatchObject({ context: { id: contextId, otherUser: true }, claimed: undefined });
  });

  it('a re-opened turn belongs to the run that re-opens it', async () => {
    const { contextId } = await world.answered();
    const messageId = world.freshMessageId();
    const turn = claimed(await world.next(contextId, { messageId, delegation: JANE }));
    await world.turns.fail(turn, { code: 'x', detail: 'x', requestId: 'x' });
    expect(await world.turn(turn.turnId)).toMatchObject({ grant_id: JANE.grantId, brand_user: 'jane' });
    claimed(await world.next(contextId, { messageId }));
    expect(await world.turn(turn.turnId)).toMatchObject({ run: 2, grant_id: null, brand_user: null });
  });

  it('reads of a stranger, with whatever token, find nothing (PACT 4.2)', async () => {
    const { contextId, messageId } = await world.first({ delegation: JANE });
    for (const stranger of [{ sub: 'user-2' }, { personalAgentId: 'pa-2' }, { brandId: 'brand-2' }]) {
      for (const delegation of [JANE, JOHN, undefined]) {
        const facts = await world.next(contextId, { messageId, ...stranger, delegation });
        expect(facts).toMatchObject({
          context: undefined,
          met: undefined,
          claimed: undefined,
          replyIdTaken: false,
        });
      }
    }
  });
});
