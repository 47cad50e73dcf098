/**
 * Lets work of one key run one after the other in this process. Whoever waits here holds no connection, where one that waits for a lock of
 * the database holds one of a few: many at once of one key would leave none for anybody else.
 */
export class TurnsByKey {
  private readonly last = new Map<string, Promise<void>>();

  /** Runs `work` once all of the same key that came before have ended, whatever became of them. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    let leave = (): void => undefined;
    const mine = new Promise<void>(resolve => (leave = resolve));
    this.last.set(key, mine);
    try {
      await before;
      return await work();
    } finally {
      if (this.last.get(key) === mine) this.last.delete(key);
      leave();
    }
  }

  /** How many keys have work under way. */
  get size(): number {
    return this.last.size;
  }
}
