import { Conversations } from '../index';
import { entry, nextMillisecond } from '../registry.test-kit';
import { TurnWorld, claimed } from '../turns/turn-world.test-kit';

jest.setTimeout(30_000);

let world: TurnWorld;
let conversations: Conversations;

beforeAll(async () => {
  world = await TurnWorld.open();
  conversations = new Conversations(world.database.sql);
});
afterAll(() => world.close());

const close = (id: string, check: () => void = () => undefined) =>
  conversations.close(id, check, before =>
    entry('conversation.close', before.id, { brandId: before.brandId }),
  );
const idsOf = async (filters: object, page: { limit: number; before?: string } = { limit: 50 }) =>
  (await conversations.list(filters, page)).map(({ id }) => id);

describe('conversations as operators see them (PACT wire §6)', () => {
  it('show who speaks with whom, and the messages newest first', async () => {
    const { contextId, turnId, messageId } = await world.answered();
    const failed = claimed(await world.next(contextId, { text: 'Do it' }));
    await world.turns.recordCall(failed, { step: 1, attempt: 1, effect: true });
    await world.turns.settleCall(failed, { step: 1, attempt: 1 }, 'failed', { code: 'status' });
    const failure = { code: 'status', detail: 'answered 500', requestId: 'request-9' };
    await world.turns.fail(failed, failure);
    expect(await conversations.find(contextId)).toMatchObject({
      id: contextId,
      brandId: 'brand-1',
      personalAgentId: 'pa-1',
      issuer: 'https://pa-1.example',
      sub: 'user-1',
      pinnedUser: null,
      lastTurn: 2,
      closedAt: null,
      closedBy: null,
    });
    const turns = await conversations.turns(contextId, { limit: 10 });
    expect(turns).toMatchObject([
      {
        turnNumber: 2,
        state: 'spent',
        text: 'Do it',
        replyId: null,
        replyText: null,
        failure,
        calls: [
          {
            step: 1,
            attempt: 1,
            run: 1,
            tool: null,
            state: 'failed',
            effect: true,
            sentAt: expect.any(Date),
          },
        ],
      },
      {
        turnNumber: 1,
        messageId,
        state: 'answered',
        replyId: `r-${turnId.slice(3)}`,
        replyText: 'Reply',
        calls: [],
      },
    ]);
    expect((await conversations.turns(contextId, { limit: 1 }))[0]?.turnNumber).toBe(2);
    expect(await conversations.turns(contextId, { limit: 10, belowTurn: 2 })).toHaveLength(1);
  });

  it('show a run whose lease ran out as what it counts as, before any sweep', async () => {
    const turn = await world.first();
    const stateOf = async () => (await conversations.turns(turn.contextId, { limit: 1 }))[0]?.state;
    expect(await stateOf()).toBe('running');
    await world.expire(turn.turnId);
    expect(await stateOf()).toBe('released');
    await world.run('UPDATE turn SET effect_at = now() WHERE id = $1', [turn.turnId]);
    expect(await stateOf()).toBe('spent');
  });

  it('show one past its idle time as closed since then, before any sweep (P12)', async () => {
    const { contextId } = await world.answered();
    await world.run(`UPDATE context SET last_at = now() - interval '31 days' WHERE id = $1`, [contextId]);
    const row = await conversations.find(contextId);
    expect(row).toMatchObject({ closedBy: 'idle' });
    expect(row!.closedAt!.getTime() - row!.lastAt.getTime()).toBe(30 * 24 * 60 * 60 * 1000);
    expect(await idsOf({ status: 'open' })).not.toContain(contextId);
    expect(await idsOf({ status: 'closed' })).toContain(contextId);
  });

  it('are listed newest first by every filter, and only of Brands that the caller may see', async () => {
    const opened: string[] = [];
    for (const owner of [{}, { brandId: 'brand-2' }, { personalAgentId: 'pa-2' }, {}]) {
      await nextMillisecond();
      opened.push((await world.first(owner)).contextId);
    }
    const [one, two, three, four] = opened as [string, string, string, string];
    const mine = async (filters: object, page?: { limit: number; before?: string }) =>
      (await idsOf(filters, page)).filter(id => opened.includes(id));
    expect(await mine({})).toEqual([four, three, two, one]);
    expect(await mine({}, { limit: 2, before: four })).toEqual([three, two]);
    expect(await mine({ brandId: 'brand-2' })).toEqual([two]);
    expect(await mine({ personalAgentId: 'pa-2' })).toEqual([three]);
    expect(await mine({ brandIds: ['brand-2', 'brand-9'] })).toEqual([two]);
    expect(await mine({ brandIds: [] })).toEqual([]);
    expect(await mine({ brandId: 'brand-1', brandIds: ['brand-2'] })).toEqual([]);
    const { createdAt } = (await conversations.find(three))!;
    const from = createdAt.toISOString();
    const to = new Date(createdAt.getTime() + 1).toISOString();
    expect(await mine({ from, to })).toEqual([three]);
    expect(await mine({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    await close(four);
    expect(await mine({ status: 'closed' })).toEqual([four]);
  });

  it('close once, audited once, and a claim sees it at once', async () => {
    const { contextId } = await world.answered();
    const refuse = () => {
      throw new Error('version mismatch');
    };
    await expect(close(contextId, refuse)).rejects.toThrow('version mismatch');
    expect(await conversations.find(contextId)).toMatchObject({ closedAt: null });
    const closed = await Promise.all(Array.from({ length: 5 }, () => close(contextId)));
    expect(new Set(closed.map(row => row?.closedAt?.getTime())).size).toBe(1);
    expect(closed[0]).toMatchObject({ closedBy: 'operator' });
    expect(await world.run(`SELECT FROM audit WHERE object_id = $1`, [contextId])).toHaveLength(1);
    expect((await world.next(contextId)).context?.closed).toBe(true);
  });

  it('are not there under any other id', async () => {
    for (const id of ['ctx_01AAAAAAAAAAAAAAAAAAAAAAAA', '', '%']) {
      expect(await conversations.find(id)).toBeUndefined();
      expect(await conversations.turns(id, { limit: 10 })).toEqual([]);
      expect(await close(id)).toBeUndefined();
    }
  });
});
