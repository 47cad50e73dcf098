import { TurnWorld, claimed } from './turn-world.test-kit';

jest.setTimeout(30_000);

let world: TurnWorld;

beforeAll(async () => {
  world = await TurnWorld.open(4);
});
afterAll(() => world.close());

const first = (changes: object) =>
  world.turns.claimFirst({ ...world.owner, messageId: world.freshMessageId(), text: 'Hello', ...changes });

/** How many statements the work sends. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  const rows = jest.spyOn(world.database.sql, 'rows');
  try {
    await work();
    return rows.mock.calls.length;
  } finally {
    rows.mockRestore();
  }
}

describe('what comes at one moment', () => {
  it('is claimed in one statement, each message judged by itself', async () => {
    await world.run(`UPDATE personal_agent SET enabled = false WHERE id = 'pa-2'`);
    await world.run(`UPDATE brand SET closed_at = now() WHERE id = 'brand-2'`);
    let facts: Awaited<ReturnType<typeof first>>[] = [];
    const asked = await statements(async () => {
      facts = await Promise.all([
        first({ text: 'one' }),
        first({ personalAgentId: 'pa-2' }),
        first({ brandId: 'brand-2' }),
        first({ brandId: 'nobody' }),
        first({ text: 'two', sub: 'user-2' }),
      ]);
    });
    expect(asked).toBe(1);
    expect(
      facts.map(each => [each.personalAgentEnabled, each.brandOpen, each.claimed !== undefined]),
    ).toEqual([
      [true, true, true],
      [false, true, false],
      [true, false, false],
      [true, false, false],
      [true, true, true],
    ]);
    const texts = facts.flatMap(each => (each.claimed ? [world.turn(each.claimed.turnId)] : []));
    expect((await Promise.all(texts)).map(({ text }) => text)).toEqual(['one', 'two']);
    const owners = facts.flatMap(each => (each.claimed ? [world.context(each.claimed.contextId)] : []));
    expect((await Promise.all(owners)).map(({ sub }) => sub)).toEqual(['user-1', 'user-2']);
  });

  it('is continued in one statement, strangers (PACT 4.2), repeats and new messages side by side', async () => {
    const [mine, other] = [await world.answered(), await world.answered()];
    const { contextId, messageId } = mine;
    let facts: Awaited<ReturnType<typeof world.next>>[] = [];
    const asked = await statements(async () => {
      facts = await Promise.all([
        world.next(contextId, { messageId }),
        world.next(contextId, { sub: 'user-2' }),
        world.next('ctx_unknown'),
        world.next(other.contextId, { messageId: 'twice' }),
        world.next(other.contextId, { messageId: 'twice' }),
        world.next(contextId),
      ]);
    });
    expect(asked).toBe(1);
    const [repeat, stranger, unknown, one, copy, next] = facts;
    expect(repeat?.met).toMatchObject({ turnId: mine.turnId, state: 'answered', replyText: 'Reply' });
    expect(stranger).toEqual(unknown);
    expect(unknown?.context).toBeUndefined();
    expect(claimed(one!)).toMatchObject({ contextId: other.contextId, turnNumber: 2, state: 'running' });
    expect(copy?.claimed).toBeUndefined();
    expect(copy?.met).toMatchObject({ state: 'running', live: true });
    expect(claimed(next!)).toMatchObject({ contextId, turnNumber: 2, state: 'running' });
  });

  it('is stored in one statement, each reply only if its run still holds the turn', async () => {
    const [held, lost, held2] = [await world.first(), await world.first(), await world.first()];
    await world.run(`UPDATE turn SET run = 2 WHERE id = $1`, [lost.turnId]);
    let stored: boolean[] = [];
    const asked = await statements(async () => {
      stored = await Promise.all([
        world.turns.store(held, 'A', false),
        world.turns.store(lost, 'B', false),
        world.turns.store(held2, 'C', false),
      ]);
    });
    expect(asked).toBe(1);
    expect(stored).toEqual([true, false, true]);
    const replies = await Promise.all([held, lost, held2].map(({ turnId }) => world.turn(turnId)));
    expect(replies.map(row => row.reply_text)).toEqual(['A', null, 'C']);
  });

  it('does not fail for one that the database refuses', async () => {
    const outcomes = await Promise.allSettled([
      first({ text: 'good' }),
      first({ text: 'no text: \0' }),
      first({ text: 'good as well' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const { contextId } = await world.answered();
    const next = await Promise.allSettled([
      world.next(contextId),
      world.next(contextId, { text: '\0' }),
      world.next(contextId),
    ]);
    expect(next.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('keeps texts as they are, whatever is in them', async () => {
    const texts = ['{"a","b"}', 'NULL', '', '\\', '"', "'; DROP TABLE turn --", 'é\n\u{1f600}', ' , '];
    const facts = await Promise.all(texts.map(text => first({ text })));
    const rows = await Promise.all(facts.map(each => world.turn(claimed(each).turnId)));
    expect(rows.map(row => row.text)).toEqual(texts);
  });
});
