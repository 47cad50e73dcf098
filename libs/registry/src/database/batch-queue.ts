import { isUnavailable } from '@surety/platform';

/** How a queue batches. */
export interface BatchBounds {
  /** Items of one batch at most. */
  readonly size: number;
  /** Batches under way at a time. */
  readonly atOnce: number;
}

interface Waiter<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes few statements of what many callers want at the same moment: a round trip and a commit cost the same for one row and
 * for twenty. Who comes alone does not wait; who comes while statements are under way shares the next one.
 */
export class BatchQueue<Item, Outcome> {
  private waiting: Waiter<Item, Outcome>[] = [];
  private underWay = 0;
  private isDue = false;

  /** In: one statement for several items, whose outcomes come in the order of the items, all or none of it done. */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Outcome[]>,
    private readonly bounds: BatchBounds,
  ) {}

  /** The outcome of one item. Rejects with what its statement rejects with; another's fault does not count. */
  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.becomeDue();
    });
  }

  /** At the end of this turn of the event loop, so that everything it brings is in one batch. */
  private becomeDue(): void {
    if (this.isDue || this.underWay === this.bounds.atOnce || this.waiting.length === 0) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      void this.runBatch(this.waiting.splice(0, this.bounds.size));
      this.becomeDue();
    });
  }

  private async runBatch(batch: readonly Waiter<Item, Outcome>[]): Promise<void> {
    this.underWay += 1;
    try {
      await this.settle(batch);
    } finally {
      this.underWay -= 1;
      this.becomeDue();
    }
  }

  private async settle(batch: readonly Waiter<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome));
    } catch (error) {
      // A statement that was refused has done nothing, so each item is tried alone: one must not fail the others.
      if (batch.length > 1 && !isUnavailable(error)) await Promise.all(batch.map(one => this.settle([one])));
      else batch.forEach(({ reject }) => reject(error));
    }
  }
}
