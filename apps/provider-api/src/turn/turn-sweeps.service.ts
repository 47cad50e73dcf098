import { LOGGER, type Logger, isUnavailable } from '@surety/platform';
import { TurnSweep } from '@surety/registry';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const EXPIRED_EVERY_MS = 30_000;
const IDLE_EVERY_MS = 60 * 60 * 1_000;

/** Records in the background what readers judge by themselves: leases and conversations that ran out. */
@Injectable()
export class TurnSweeps implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly turnSweep: TurnSweep,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.every(EXPIRED_EVERY_MS, 'expired turns', () => this.turnSweep.endExpired());
    this.every(IDLE_EVERY_MS, 'idle conversations', () => this.turnSweep.closeIdle());
  }

  /** Lets a sweep that runs come to its end. */
  async onModuleDestroy(): Promise<void> {
    this.timers.forEach(clearInterval);
    await Promise.all(this.running);
  }

  private every(ms: number, what: string, sweep: () => Promise<number | undefined>): void {
    const tick = () => {
      const run: Promise<void> = this.swept(what, sweep).finally(() => this.running.delete(run));
      this.running.add(run);
    };
    const timer = setInterval(tick, ms);
    timer.unref();
    this.timers.push(timer);
  }

  /** A sweep that fails is logged and comes again at its time. */
  private async swept(what: string, sweep: () => Promise<number | undefined>): Promise<void> {
    try {
      const count = await sweep();
      if (count) this.logger.info({ what, count }, 'sweep');
    } catch (error) {
      const level = isUnavailable(error) ? 'warn' : 'error';
      this.logger[level]({ what, err: error }, 'sweep failed');
    }
  }
}
