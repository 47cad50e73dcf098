import { ulidTime } from '@surety/kernel';
import { Retention } from '../index';
import { TurnWorld, claimed } from '../turns/turn-world.test-kit';

jest.setTimeout(30_000);

const TIMES = {
  conversationDays: 396,
  auditDays: 761,
  idempotencyHours: 24,
  codeHours: 24,
  assertionMinutes: 10,
  refreshTokenDays: 30,
  grantDays: 396,
  receiptDays: 761,
};
const DAY_MS = 24 * 60 * 60 * 1000;
const NOTHING = {
  conversations: 0,
  auditRows: 0,
  idempotencyKeys: 0,
  rateBuckets: 0,
  codes: 0,
  assertionJtis: 0,
  liveSessions: 0,
  wrongCodes: 0,
  refreshTokens: 0,
  grants: 0,
  receipts: 0,
};
let world: TurnWorld;
let retention: Retention;

beforeEach(async () => {
  world = await TurnWorld.open();
  retention = new Retention(world.database.sql);
});
afterEach(() => world.close());

/** A conversation that began and was last used so many days ago. */
async function conversation(beganDays: number, lastDays: number): Promise<string> {
  const { contextId } = await world.answered();
  const next = claimed(await world.next(contextId));
  await world.turns.recordCall(next, { step: 1, attempt: 1, effect: true });
  const id = `ctx_${ulidTime(Date.now() - beganDays * DAY_MS)}${contextId.slice(14)}`;
  await world.run(
    `UPDATE context SET id = $2, last_at = clock_timestamp() - make_interval(days => $3) WHERE id = $1`,
    [contextId, id, lastDays],
  );
  await world.run('UPDATE turn SET context_id = $2 WHERE context_id = $1', [contextId, id]);
  return id;
}
const count = async (table: string) =>
  (await world.run<{ n: number }>(`SELECT count(*)::integer AS n FROM ${table}`))[0]?.n;

describe('retention (PACT wire §6)', () => {
  it('deletes a conversation with its turns and calls 13 months after its last turn, not after its first', async () => {
    await conversation(400, 397);
    const kept = [await conversation(400, 395), await conversation(10, 5)];
    expect(await retention.sweep(TIMES)).toEqual({ ...NOTHING, conversations: 1 });
    expect(
      (await world.run<{ id: string }>('SELECT id FROM context ORDER BY id')).map(({ id }) => id),
    ).toEqual(kept.sort());
    expect(await count('turn')).toBe(4);
    expect(await count('turn_call')).toBe(2);
    expect(await retention.sweep(TIMES)).toEqual(NOTHING);
  });

  it('deletes audit rows, retry keys and full buckets at their time, in as many batches as it takes', async () => {
    const old = ulidTime(Date.now() - 800 * DAY_MS);
    await world.run(
      `INSERT INTO audit (id, at, actor_id, actor_role, action, object_type, object_id, request_id)
       SELECT $1 || lpad(n::text, 16, '0'), now() - interval '762 days', 'a', 'r', 'x', 'y', 'z', 'q' FROM generate_series(1, 1201) AS n`,
      [old],
    );
    await world.run(
      `INSERT INTO audit (id, at, actor_id, actor_role, action, object_type, object_id, request_id)
       VALUES ($1, now() - interval '760 days', 'a', 'r', 'x', 'y', 'z', 'q')`,
      [ulidTime(Date.now() - 760 * DAY_MS)],
    );
    for (const [key, hours] of [
      ['old', 25],
      ['young', 23],
    ] as const) {
      await world.run(
        `INSERT INTO idempotency_key VALUES ('pa-1', 'u', 'b', $1, 'h', 'c', 'm', now() - make_interval(hours => $2))`,
        [key, hours],
      );
    }
    await world.run(
      `INSERT INTO rate_bucket VALUES ('full', now() - interval '1 second'), ('not yet', now() + interval '1 hour')`,
    );
    expect(await retention.sweep(TIMES)).toEqual({
      ...NOTHING,
      auditRows: 1201,
      idempotencyKeys: 1,
      rateBuckets: 1,
    });
    expect([await count('audit'), await count('idempotency_key'), await count('rate_bucket')]).toEqual([
      1, 1, 1,
    ]);
  });

  it('follows the times it is given', async () => {
    await conversation(9, 8);
    expect(await retention.sweep({ ...TIMES, conversationDays: 9 })).toEqual(NOTHING);
    expect(await retention.sweep({ ...TIMES, conversationDays: 7 })).toEqual({
      ...NOTHING,
      conversations: 1,
    });
  });

  it('is done by one replica at a time', async () => {
    for (let n = 0; n < 3; n += 1) await conversation(400, 397);
    const sweeps = await Promise.all([1, 2, 3, 4].map(() => retention.sweep(TIMES)));
    expect(sweeps.reduce((sum, counts) => sum + (counts?.conversations ?? 0), 0)).toBe(3);
  });
});
