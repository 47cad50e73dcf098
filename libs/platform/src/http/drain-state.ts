import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';

/**
 * Whether this process is on its way out, and which answers it still owes. While draining every answer closes its
 * connection, so that clients move to another replica by themselves (field row 58).
 */
@Injectable()
export class DrainState {
  private readonly owed = new Set<ServerResponse>();
  private started = false;
  private lastRequestMs = 0;

  /** True from the first stop signal on. */
  get draining(): boolean {
    return this.started;
  }

  /** Answers that are not finished yet. */
  get inFlight(): number {
    return this.owed.size;
  }

  /** Milliseconds since the last request arrived, by the process's monotonic clock. */
  get quietMs(): number {
    return performance.now() - this.lastRequestMs;
  }

  /** Notes a request that has arrived. */
  enter(answer: ServerResponse): void {
    this.lastRequestMs = performance.now();
    if (this.started) answer.shouldKeepAlive = false;
    this.owed.add(answer);
    answer.once('close', () => this.owed.delete(answer));
  }

  /** Starts draining; answers that are owed already close their connections as well. */
  begin(): void {
    this.started = true;
    for (const answer of this.owed) answer.shouldKeepAlive = false;
  }
}
