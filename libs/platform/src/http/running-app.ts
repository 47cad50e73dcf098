import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { DrainState } from './drain-state';
import type { Listening } from './listen';

/** How a stop is paced; seconds from the first signal. */
export interface StopTimes {
  readonly drainSeconds: number;
  readonly graceSeconds: number;
}

const POLL_MS = 20;
/** With nothing owed and no request for this long, what is still connected is idle; milliseconds. */
const QUIET_MS = 100;
/** Kept of the grace period for modules to close their own parts; milliseconds. */
const CLOSING_RESERVE_MS = 1_000;

/** An app that answers requests, until it is told to stop. */
export class RunningApp {
  private stopping: Promise<void> | undefined;
  private readonly hurry = new AbortController();

  constructor(
    readonly app: NestFastifyApplication,
    private readonly listening: Listening,
    private readonly drain: DrainState,
    private readonly times: StopTimes,
    private readonly logger: Logger,
  ) {}

  /** `http://address:port` of every listening socket. */
  get origins(): readonly string[] {
    return this.listening.origins;
  }

  /**
   * Stops without failing a request (field row 58): not ready at once, serving on for the drain time, then no new
   * connections, then the answers that are owed, then the modules. A second call ends the drain time early.
   */
  stop(): Promise<void> {
    if (this.stopping) this.hurry.abort();
    this.stopping ??= this.stopOnce();
    return this.stopping;
  }

  private async stopOnce(): Promise<void> {
    const endMs = performance.now() + this.times.graceSeconds * 1000 - CLOSING_RESERVE_MS;
    this.drain.begin();
    this.logger.info({ drainSeconds: this.times.drainSeconds, inFlight: this.drain.inFlight }, 'draining');
    await this.pause(this.times.drainSeconds * 1000);
    this.listening.stopAccepting();
    while (!this.settled() && performance.now() < endMs) await sleep(POLL_MS);
    if (this.drain.inFlight > 0) {
      this.logger.warn({ inFlight: this.drain.inFlight }, 'grace period over, answers are cut off');
    }
    this.app.getHttpServer().closeAllConnections();
    await this.app.close();
    this.logger.info('stopped');
  }

  private settled(): boolean {
    return this.drain.inFlight === 0 && (this.drain.quietMs > QUIET_MS || this.hurry.signal.aborted);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.hurry.signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    });
  }
}
