import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger, Settings } from '@surety/platform';
import { Retention } from '@surety/registry';

const HOUR_MS = 60 * 60 * 1000;

/** Deletes what is past its time once an hour (PACT wire §6); with several replicas one of them does it. */
@Injectable()
export class RetentionSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly retention: Retention,
    private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sweeps at the start and then every hour. */
  onApplicationBootstrap(): void {
    this.tick();
    this.timer = setInterval(() => this.tick(), HOUR_MS);
    this.timer.unref();
  }

  /** Lets a sweep that runs come to its end. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private tick(): void {
    this.running = this.sweep().catch((error: unknown) => {
      this.logger.error({ err: error }, 'the retention sweep failed and is tried again in an hour');
    });
  }

  /** Sweeps once, unless another replica does. */
  async sweep(): Promise<void> {
    const { settings } = this;
    const swept = await this.retention.sweep({
      conversationDays: settings.retentionConversationDays,
      auditDays: settings.retentionAuditDays,
      idempotencyHours: settings.retentionIdempotencyHours,
      codeHours: settings.retentionCodeHours,
      assertionMinutes: settings.retentionAssertionMinutes,
      refreshTokenDays: settings.retentionRefreshTokenDays,
      grantDays: settings.retentionGrantDays,
      receiptDays: settings.retentionReceiptDays,
    });
    this.logger.info({ swept }, swept === undefined ? 'another replica sweeps' : 'retention sweep');
  }
}
