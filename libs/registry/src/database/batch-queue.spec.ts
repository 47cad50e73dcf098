import { setImmediate as nextTurn } from 'node:timers/promises';
import { BatchQueue } from './batch-queue';

/** A statement whose end the test decides; it doubles numbers and refuses a batch that holds 13. */
class SlowDoubling {
  readonly batches: (readonly number[])[] = [];
  private ends: ((fault?: Error) => void)[] = [];
  readonly queue: BatchQueue<number, number>;

  constructor(size = 4, atOnce = 2) {
    this.queue = new BatchQueue(items => this.run(items), { size, atOnce });
  }

  /** Ends what is under way, oldest first, until nothing comes any more. */
  async endAll(fault?: Error): Promise<void> {
    await nextTurn();
    for (let end = this.ends.shift(); end; end = this.ends.shift()) {
      end(fault);
      await nextTurn();
      await nextTurn();
    }
  }

  private run(items: readonly number[]): Promise<number[]> {
    this.batches.push(items);
    return new Promise((resolve, reject) => {
      this.ends.push(fault => {
        if (fault) reject(fault);
        else if (items.includes(13)) reject(new Error('refused'));
        else resolve(items.map(item => item * 2));
      });
    });
  }
}

describe('BatchQueue', () => {
  it('runs what comes alone at once, without waiting for company', async () => {
    const slow = new SlowDoubling();
    const outcome = slow.queue.add(1);
    await slow.endAll();
    expect(await outcome).toBe(2);
    expect(slow.batches).toEqual([[1]]);
  });

  it('runs together what comes in one turn of the event loop, and gives everyone his own outcome', async () => {
    const slow = new SlowDoubling();
    const outcomes = Promise.all([1, 2, 3].map(item => slow.queue.add(item)));
    await slow.endAll();
    expect(await outcomes).toEqual([2, 4, 6]);
    expect(slow.batches).toEqual([[1, 2, 3]]);
  });

  it('gathers who comes while as many batches as allowed are under way', async () => {
    const slow = new SlowDoubling(4, 2);
    const outcomes: Promise<number>[] = [];
    for (const item of [1, 2, 3, 4, 5]) {
      outcomes.push(slow.queue.add(item));
      await nextTurn();
    }
    expect(slow.batches).toEqual([[1], [2]]);
    await slow.endAll();
    expect(await Promise.all(outcomes)).toEqual([2, 4, 6, 8, 10]);
    expect(slow.batches).toEqual([[1], [2], [3, 4, 5]]);
  });

  it('never makes a batch larger than its bound', async () => {
    const slow = new SlowDoubling(4, 1);
    const outcomes = Promise.all(Array.from({ length: 10 }, (_, item) => slow.queue.add(item)));
    await slow.endAll();
    expect(await outcomes).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
    expect(slow.batches.map(batch => batch.length)).toEqual([4, 4, 2]);
  });

  it('tries each alone when their batch is refused, so that one does not fail the others', async () => {
    const slow = new SlowDoubling();
    const outcomes = Promise.allSettled([1, 13, 3].map(item => slow.queue.add(item)));
    await slow.endAll();
    expect(await outcomes).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: new Error('refused') },
      { status: 'fulfilled', value: 6 },
    ]);
    expect(slow.batches).toEqual([[1, 13, 3], [1], [13], [3]]);
  });

  it('P37: does not ask again when the store is away, since what became of the batch is unknown', async () => {
    const slow = new SlowDoubling();
    const away = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const outcomes = Promise.allSettled([1, 2].map(item => slow.queue.add(item)));
    await slow.endAll(away);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(slow.batches).toEqual([[1, 2]]);
  });

  it('goes on after a fault', async () => {
    const slow = new SlowDoubling(4, 1);
    const refused = slow.queue.add(13);
    refused.catch(() => undefined);
    await slow.endAll();
    await expect(refused).rejects.toThrow('refused');
    const outcome = slow.queue.add(4);
    await slow.endAll();
    expect(await outcome).toBe(8);
  });
});
