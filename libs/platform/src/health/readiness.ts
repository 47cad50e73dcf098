import { Injectable } from '@nestjs/common';
import { DrainState } from '../http/drain-state';

/** A dependency's own test: resolves when it serves, throws when it does not. */
export type ReadinessCheck = () => Promise<unknown>;

/** What one look at all dependencies found; reasons stay in the log. */
export interface ReadinessReport {
  readonly ready: boolean;
  readonly status: 'ready' | 'draining' | 'unavailable';
  readonly checks: Readonly<Record<string, 'ok' | 'failed' | 'timeout'>>;
}

const CHECK_TIMEOUT_MS = 2_000;

interface RegisteredCheck {
  readonly check: ReadinessCheck;
  readonly timeoutMs: number;
}

/** Whether this replica should get requests: not draining, and every dependency that apps registered serves. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, RegisteredCheck>();
  private looking: Promise<ReadinessReport> | undefined;

  constructor(private readonly drain: DrainState) {}

  /** Adds a dependency under a name that health shows; a check that takes longer than `timeoutMs` has failed. */
  register(name: string, check: ReadinessCheck, timeoutMs = CHECK_TIMEOUT_MS): void {
    this.checks.set(name, { check, timeoutMs });
  }

  /** Looks at all dependencies at once; callers who come meanwhile share one look, so that probes cannot pile up. */
  async report(): Promise<ReadinessReport> {
    if (this.drain.draining) return { ready: false, status: 'draining', checks: {} };
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async look(): Promise<ReadinessReport> {
    const outcomes = await Promise.all(
      [...this.checks].map(async ([name, registered]) => [name, await outcomeOf(registered)] as const),
    );
    const ready = outcomes.every(([, outcome]) => outcome === 'ok');
    return { ready, status: ready ? 'ready' : 'unavailable', checks: Object.fromEntries(outcomes) };
  }
}

async function outcomeOf({ check, timeoutMs }: RegisteredCheck): Promise<'ok' | 'failed' | 'timeout'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'timeout'>(resolve => {
    timer = setTimeout(() => resolve('timeout'), timeoutMs);
  });
  const checked = Promise.resolve()
    .then(check)
    .then(
      () => 'ok' as const,
      () => 'failed' as const,
    );
  return Promise.race([checked, late]).finally(() => clearTimeout(timer));
}
