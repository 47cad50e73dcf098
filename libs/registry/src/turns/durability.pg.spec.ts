import { type SqlExecutor, statement } from '@surety/platform';
import { Turns } from '../index';
import { TurnWorld, claimed } from './turn-world.test-kit';

jest.setTimeout(30_000);

let world: TurnWorld;

beforeAll(async () => {
  world = await TurnWorld.open();
});
afterAll(() => world.close());

const WAIT_FOR_DISK = statement('spec_wait_for_disk', 'SET LOCAL synchronous_commit = on');
const WAITS = statement('spec_waits', `SELECT current_setting('synchronous_commit') AS waits`);

/** Whether the commit of this work would wait for the disk on a server that waits by default. */
async function waitsForDisk(
  work: (turns: Turns, tx: SqlExecutor) => Promise<unknown>,
): Promise<string | undefined> {
  return world.database.sql.transaction(async tx => {
    await tx.rows(WAIT_FOR_DISK);
    await work(new Turns(tx), tx);
    return (await tx.rows<{ waits: string }>(WAITS))[0]?.waits;
  });
}

describe('what waits for the disk (ADR 16)', () => {
  const delivery = { step: 1, attempt: 1 };
  const failure = { code: 'timeout', detail: '', requestId: '' };

  it('claims, starts and the outcome of a delivery do not: losing them only means that the message runs again', async () => {
    const message = { ...world.owner, messageId: 'm', text: 't' };
    const idempotencyKey = { key: 'durable', contentHash: 'h' };
    expect(await waitsForDisk(turns => turns.claimFirst(message))).toBe('off');
    expect(await waitsForDisk(turns => turns.claimFirst({ ...message, idempotencyKey }))).toBe('off');
    const turn = await world.first();
    const { contextId } = turn;
    expect(await waitsForDisk(turns => turns.claimNext({ ...message, contextId }))).toBe('off');
    const waiter = claimed(await world.next(contextId));
    await world.run(`UPDATE turn SET state = 'released' WHERE context_id = $1 AND id <> $2`, [
      contextId,
      waiter.turnId,
    ]);
    expect(await waitsForDisk(turns => turns.start(waiter))).toBe('off');
    await world.turns.recordCall(waiter, { ...delivery, effect: true });
    expect(await waitsForDisk(turns => turns.settleCall(waiter, delivery, 'done'))).toBe('off');
  });

  it('the record of a delivery and the reply do: nothing leaves before they are safe', async () => {
    const turn = await world.first();
    expect(await waitsForDisk(turns => turns.recordCall(turn, { ...delivery, effect: true }))).toBe('on');
    expect(await waitsForDisk(turns => turns.strikeCall(turn, delivery))).toBe('on');
    expect(await waitsForDisk(turns => turns.store(turn, 'Reply', false))).toBe('on');
    const [closing, failing] = [await world.first(), await world.first()];
    expect(await waitsForDisk(turns => turns.store(closing, 'Goodbye', true))).toBe('on');
    expect(await waitsForDisk(turns => turns.fail(failing, failure))).toBe('on');
  });
});
