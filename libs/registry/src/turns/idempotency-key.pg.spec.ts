import { TurnWorld, claimed } from './turn-world.test-kit';

let world: TurnWorld;
let keys = 0;

beforeAll(async () => {
  world = await TurnWorld.open();
});
afterAll(() => world.close());

const freshKey = (contentHash = 'hash') => ({ key: `k-${(keys += 1)}`, contentHash });
const first = (idempotencyKey: ReturnType<typeof freshKey>, changes = {}) =>
  world.turns.claimFirst({ ...world.owner, messageId: 'm-1', text: 'Hello', idempotencyKey, ...changes });

describe('Idempotency-Key on a first message (P11)', () => {
  it('makes a repeat of the same content act as the same message of the conversation it opened', async () => {
    const key = freshKey();
    const turn = claimed(await first(key));
    expect(await first(key)).toMatchObject({ claimed: undefined, met: { state: 'running', live: true } });
    await world.turns.store(turn, 'Reply', false);
    const repeat = await first(key);
    expect(repeat).toMatchObject({ claimed: undefined, keyTaken: false, context: { id: turn.contextId } });
    expect(repeat.met).toMatchObject({ turnId: turn.turnId, replyText: 'Reply' });
  });

  it('runs the message again when its run failed before an effect, in the same conversation', async () => {
    const key = freshKey();
    const turn = claimed(await first(key));
    await world.turns.fail(turn, { code: 'timeout', detail: '', requestId: '' });
    expect(claimed(await first(key))).toMatchObject({
      turnId: turn.turnId,
      contextId: turn.contextId,
      run: 2,
    });
  });

  it('says that the key stands for other content, and opens nothing', async () => {
    const key = freshKey();
    claimed(await first(key));
    const other = await first({ ...key, contentHash: 'other' });
    expect(other).toMatchObject({ claimed: undefined, context: undefined, met: undefined, keyTaken: true });
  });

  it('is a key of its own for every personal agent, sub and Brand', async () => {
    const key = freshKey();
    const contexts = [claimed(await first(key)).contextId];
    for (const stranger of [{ personalAgentId: 'pa-2' }, { sub: 'user-2' }, { brandId: 'brand-2' }]) {
      contexts.push(claimed(await first({ ...key, contentHash: 'other' }, stranger)).contextId);
    }
    expect(new Set(contexts).size).toBe(4);
  });

  it('is kept for 24 hours by the database clock, and free afterwards', async () => {
    const key = freshKey();
    const turn = claimed(await first(key));
    const age = (interval: string) =>
      world.run(`UPDATE idempotency_key SET created_at = clock_timestamp() - $2::interval WHERE key = $1`, [
        key.key,
        interval,
      ]);
    await age('23 hours 59 minutes');
    expect((await first(key)).claimed).toBeUndefined();
    await age('24 hours');
    const later = claimed(await first({ ...key, contentHash: 'other' }));
    expect(later.contextId).not.toBe(turn.contextId);
    expect(await first({ ...key, contentHash: 'other' })).toMatchObject({ met: { turnId: later.turnId } });
  });

  it('takes the longest key of the longest sub (P27)', async () => {
    const key = { key: 'ü'.repeat(255), contentHash: 'h' };
    const changes = { sub: 'ß'.repeat(512) };
    expect((await first(key, changes)).claimed).toBeDefined();
    expect((await first(key, changes)).met).toBeDefined();
  });
});
