/** One who waits, and can be woken; a wake between two waits is not lost. */
export class Waiter {
  private woken = false;
  private resume: () => void = () => undefined;

  constructor(readonly turnNumber: number) {}

  wake(): void {
    this.woken = true;
    this.resume();
  }

  /** Resolves when woken since the last time, or after `ms` milliseconds. */
  async news(ms: number): Promise<void> {
    if (!this.woken) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>(resolve => {
        this.resume = resolve;
        timer = setTimeout(resolve, Math.max(0, ms));
      });
      clearTimeout(timer);
    }
    this.woken = false;
  }
}

/**
 * Those who wait in this process for their turn in one context, lowest turn number first. Only the first can be next, so only it
 * is woken: a long line costs the database no more than a short one.
 */
export class WaitingLine {
  private readonly waiters: Waiter[] = [];

  get first(): Waiter | undefined {
    return this.waiters[0];
  }

  join(waiter: Waiter): void {
    const behind = this.waiters.findIndex(other => other.turnNumber > waiter.turnNumber);
    this.waiters.splice(behind < 0 ? this.waiters.length : behind, 0, waiter);
  }

  /** Leaves the line; whoever is first thereby is told. */
  leave(waiter: Waiter): void {
    const wasFirst = this.first === waiter;
    this.waiters.splice(this.waiters.indexOf(waiter), 1);
    if (wasFirst) this.first?.wake();
  }
}
