import { LIMITS } from '@surety/kernel';
import { TurnWorld, claimed } from './turn-world.test-kit';

jest.setTimeout(30_000);

let world: TurnWorld;

beforeAll(async () => {
  // One connection, whose own statistics say how much a statement reads.
  world = await TurnWorld.open(1);
});
afterAll(() => world.close());

/** A conversation with one answered turn per pair of texts. */
async function conversation(turns: readonly (readonly [string, string])[]): Promise<string> {
  const opening = await world.answered();
  await world.run('DELETE FROM turn WHERE context_id = $1', [opening.contextId]);
  for (const [text, reply] of turns) {
    const turn = claimed(await world.next(opening.contextId, { text }));
    await world.turns.store(turn, reply, false);
  }
  return opening.contextId;
}

const texts = async (contextId: string, before = 1_000_000) =>
  (await world.turns.history(contextId, before, false)).map(
    ({ role, text }) => `${role[0]}:${text.slice(0, 8)}`,
  );

describe('history (PACT wire 5.1)', () => {
  it('is what was said before the turn, oldest first, with times', async () => {
    const contextId = await conversation([
      ['one', 'One!'],
      ['two', 'Two!'],
    ]);
    const history = await world.turns.history(contextId, 4, false);
    expect(history.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'one'],
      ['agent', 'One!'],
      ['user', 'two'],
      ['agent', 'Two!'],
    ]);
    expect(history.map(({ atMs }) => atMs)).toEqual(history.map(({ atMs }) => atMs).sort((a, b) => a - b));
    expect(Math.abs(Date.now() - history[0]!.atMs)).toBeLessThan(60_000);
    expect(await texts(contextId, 3)).toEqual(['u:one', 'a:One!']);
  });

  it('is empty on the first turn and for a stranger', async () => {
    const { contextId } = await world.first();
    expect(await world.turns.history(contextId, 1, false)).toEqual([]);
    expect(await world.turns.history('ctx_01AAAAAAAAAAAAAAAAAAAAAAAA', 9, false)).toEqual([]);
  });

  it('leaves out turns without an answer', async () => {
    const contextId = await conversation([['one', 'One!']]);
    const lost = claimed(await world.next(contextId, { text: 'lost' }));
    await world.turns.fail(lost, { code: 'timeout', detail: '', requestId: '' });
    claimed(await world.next(contextId, { text: 'running' }));
    expect(await texts(contextId)).toEqual(['u:one', 'a:One!']);
  });

  it('holds the newest 20 turns', async () => {
    const contextId = await conversation(Array.from({ length: 25 }, (_, n) => [`q${n}`, `a${n}`] as const));
    const history = await texts(contextId);
    expect(history).toHaveLength(40);
    expect(history[0]).toBe('u:q5');
    expect(history.at(-1)).toBe('a:a24');
  });

  it('holds at most 64 KiB of text in whole messages, counted in bytes from the newest on', async () => {
    const half = 'é'.repeat(LIMITS.historyBytes / 4);
    const exact = await conversation([
      ['old', 'Old!'],
      [half, half],
    ]);
    expect(await texts(exact)).toEqual([`u:${half.slice(0, 8)}`, `a:${half.slice(0, 8)}`]);
    const over = await conversation([
      ['old', 'Old!'],
      [`${half}x`, half],
    ]);
    expect(await texts(over)).toEqual([`a:${half.slice(0, 8)}`]);
    const huge = await conversation([
      ['old', 'Old!'],
      ['q', `${half}${half}x`],
    ]);
    expect(await texts(huge)).toEqual([]);
  });

  it('reads no more of a conversation of 5,000 turns than of a short one', async () => {
    const contextId = await conversation([['one', 'One!']]);
    await world.run(
      `INSERT INTO turn (id, context_id, message_id, turn_number, run, state, lease_until, steps, text, reply_text, received_at, answered_at)
       SELECT 'tn_long' || n, $1, 'long-' || n, n, 1, 'answered', now(), 0, 'q', 'a', now(), now()
       FROM generate_series(3, 5000) AS n`,
      [contextId],
    );
    await world.run('UPDATE context SET last_turn = 5000, ended_turn = 4999 WHERE id = $1', [contextId]);
    await world.run('ANALYZE turn');
    const pages = async (work: () => Promise<unknown>) => {
      const read = () =>
        world.run<{ n: string }>(`SELECT heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read AS n
          FROM pg_statio_user_tables WHERE relname = 'turn'`);
      await world.run('SELECT pg_stat_force_next_flush()');
      await world.run('SELECT pg_stat_clear_snapshot()');
      const before = Number((await read())[0]?.n);
      await work();
      await world.run('SELECT pg_stat_force_next_flush()');
      return Number((await read())[0]?.n) - before;
    };
    const ofHistory = await pages(() => world.turns.history(contextId, 5_001, false));
    const ofClaim = await pages(() => world.next(contextId));
    for (const read of [ofHistory, ofClaim]) {
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(100);
    }
  });
});
