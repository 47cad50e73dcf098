import { ulidTime } from '@surety/kernel';
import { type ClaimedTurn, TurnSweep } from '../index';
import { TurnWorld, claimed } from './turn-world.test-kit';

let world: TurnWorld;
let sweep: TurnSweep;

beforeAll(async () => {
  world = await TurnWorld.open();
  sweep = new TurnSweep(world.database.sql);
});
afterAll(() => world.close());

const stateOf = async ({ turnId }: ClaimedTurn) => (await world.turn(turnId)).state;
const markOf = async () => (await world.run<{ up_to: string }>('SELECT up_to FROM sweep_mark'))[0]?.up_to;

describe('the sweep of expired leases (PACT wire §2)', () => {
  it('releases runs without an effect, spends those with one, and leaves the living alone', async () => {
    const [living, clean, effective, waiter] = [
      await world.first(),
      await world.first(),
      await world.first(),
      claimed(await world.next((await world.first()).contextId)),
    ];
    await world.turns.recordCall(effective, { step: 1, attempt: 1, effect: true });
    for (const turn of [clean, effective, waiter]) await world.expire(turn.turnId);
    expect(await sweep.endExpired()).toBe(3);
    expect(await Promise.all([living, clean, effective, waiter].map(stateOf))).toEqual([
      'running',
      'released',
      'spent',
      'released',
    ]);
    expect((await world.turn(clean.turnId)).failure).toMatchObject({ code: 'lease_expired' });
    expect(await sweep.endExpired()).toBe(0);
  });

  it('finds a run that dies long after its neighbours were swept, and moves its mark on', async () => {
    const turn = await world.first();
    const old = `tn_${ulidTime(Date.now() - 60 * 60 * 1000)}0000000000000000`;
    await world.run('UPDATE turn SET id = $2 WHERE id = $1', [turn.turnId, old]);
    await world.run('DELETE FROM sweep_mark');
    await sweep.endExpired();
    expect((await markOf())! < old).toBe(true);
    await world.expire(old);
    expect(await sweep.endExpired()).toBe(1);
    await sweep.endExpired();
    expect((await markOf())! > old).toBe(true);
    expect((await markOf())! < `tn_${ulidTime(Date.now())}`).toBe(true);
  });

  it('is done by one replica at a time', async () => {
    await Promise.all(Array.from({ length: 5 }, async () => world.expire((await world.first()).turnId)));
    const found = await Promise.all([1, 2, 3, 4].map(() => sweep.endExpired()));
    expect(found.filter(count => count !== undefined).reduce((sum, count) => sum! + count!, 0)).toBe(5);
  });
});

describe('the sweep of idle conversations (P12)', () => {
  const idle = async (days: number) => {
    const { contextId } = await world.answered();
    const aged = `ctx_${ulidTime(Date.now() - 40 * 24 * 60 * 60 * 1000)}${contextId.slice(14)}`;
    await world.run(
      `UPDATE context SET id = $2, last_at = clock_timestamp() - make_interval(days => $3) WHERE id = $1`,
      [contextId, aged, days],
    );
    return aged;
  };

  it('closes what was idle for the days of its Brand, at the time it became so', async () => {
    const [due, young] = [await idle(31), await idle(29)];
    expect(await sweep.closeIdle()).toBe(1);
    expect(await world.context(due)).toMatchObject({ closed_by: 'idle' });
    expect(await world.context(young)).toMatchObject({ closed_at: null });
    const [row] = await world.run<{ days: number }>(
      'SELECT extract(day FROM closed_at - last_at)::integer AS days FROM context WHERE id = $1',
      [due],
    );
    expect(row?.days).toBe(30);
    expect(await sweep.closeIdle()).toBe(0);
  });

  it('follows the limit of the Brand', async () => {
    const context = await idle(10);
    await world.run(`UPDATE brand SET context_idle_days = 10 WHERE id = 'brand-1'`);
    expect(await sweep.closeIdle()).toBeGreaterThanOrEqual(1);
    await world.run(`UPDATE brand SET context_idle_days = 30 WHERE id = 'brand-1'`);
    expect(await world.context(context)).toMatchObject({ closed_by: 'idle' });
  });
});
