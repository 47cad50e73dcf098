import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, LIMITS } from '@surety/kernel';
import { type EgressClient, EgressError } from '@surety/platform';
import type { WebhookAgentConfig } from '../agent-config';
import {
  type AgentAnswer,
  type AgentCall,
  AgentFailure,
  type AgentTurn,
  type BrandAgent,
  type CallLedger,
  type HistoryEntry,
} from '../port';
import { type FailedAttempt, brokenAttempt, refusedAttempt } from './attempt-outcome';
import { deliveryHeaders } from './delivery-headers';
import { historyWindow } from './history-window';
import type { RequestSigner } from './request-signer';
import { turnBody } from './turn-body';
import { readWebhookReply } from './webhook-reply';

/** What a webhook agent needs of its surroundings; `clock` is the one that the turn's deadline is read by. */
export interface WebhookParts {
  readonly egress: Pick<EgressClient, 'fetch'>;
  readonly signer: RequestSigner;
  readonly clock: Clock;
}

/** Long enough for a restarting endpoint to miss one attempt and short against any deadline. */
const PAUSE_MS = 100;

interface Delivery {
  readonly turn: AgentTurn;
  readonly history: readonly HistoryEntry[];
  readonly calls: CallLedger;
  readonly signal: AbortSignal;
  /** How long one attempt may take while others may follow: a third of the time that is left at the start. */
  readonly shareMs: number;
}

/**
 * An agent at the Brand's own address (PACT wire 5.1 to 5.3). Every attempt is recorded before its first byte. An
 * endpoint that is not declared idempotent gets a message at most once: only a connection that was never established
 * is tried again. An idempotent one is tried up to three times within the deadline.
 */
export class WebhookAgent implements BrandAgent {
  private readonly url: string;

  constructor(
    private readonly config: WebhookAgentConfig,
    private readonly parts: WebhookParts,
  ) {
    this.url = new URL(config.url).href;
  }

  async answer(turn: AgentTurn, calls: CallLedger, signal: AbortSignal): Promise<AgentAnswer> {
    const history = historyWindow(await turn.history());
    const shareMs = this.remainingMs(turn) / LIMITS.webhookAttempts;
    const delivery = { turn, history, calls, signal, shareMs };
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.attempt(delivery, { step: turn.nextStep, attempt });
      if ('text' in outcome) return outcome;
      if (!outcome.again || attempt === LIMITS.webhookAttempts) throw outcome.failure;
      if (outcome.failure.code !== 'timeout') await this.breathe(turn, signal);
    }
  }

  /** One attempt, recorded before and after. Throws AgentFailure when its time is up before it begins. */
  private async attempt(delivery: Delivery, call: AgentCall): Promise<AgentAnswer | FailedAttempt> {
    const { turn, history, calls, signal } = delivery;
    const body = turnBody(turn, call, history);
    const headers = await this.headers(turn, call, body);
    this.assertInTime(turn, signal);
    await calls.begin({ ...call, effect: !this.config.idempotent });
    const outcome = await this.send(delivery, call, headers, body);
    if ('text' in outcome) {
      await calls.settle({ ...call, state: 'done' });
    } else if (outcome.state === 'never_sent') {
      await calls.neverSent(call);
    } else {
      await calls.settle({ ...call, state: outcome.state, result: { code: outcome.failure.code } });
    }
    return outcome;
  }

  private async send(
    delivery: Delivery,
    call: AgentCall,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<AgentAnswer | FailedAttempt> {
    const { idempotent } = this.config;
    const timeoutMs = this.timeoutMs(delivery, call);
    if (timeoutMs < 1) return { failure: outOfTime(), state: 'never_sent', again: false };
    try {
      const response = await this.parts.egress.fetch(this.url, {
        method: 'POST',
        headers,
        body,
        timeoutMs,
        maxBytes: LIMITS.agentReplyBytes,
        signal: delivery.signal,
      });
      const contentType = response.headers['content-type'];
      const reply = readWebhookReply({ status: response.status, contentType, body: response.body });
      return reply.ok ? reply.value : refusedAttempt(reply.error, response.status, idempotent);
    } catch (error) {
      if (error instanceof EgressError) return brokenAttempt(error, idempotent);
      throw error;
    }
  }

  private async headers(turn: AgentTurn, call: AgentCall, body: Buffer): Promise<Record<string, string>> {
    const idempotencyKey = `${turn.turnId}.${call.step}`;
    const signature = await this.parts.signer.sign({
      body,
      method: 'POST',
      url: this.url,
      jti: `${idempotencyKey}.${call.attempt}`,
      iat: Math.floor(this.parts.clock.nowMs() / 1000),
    });
    return deliveryHeaders(this.config.headers, {
      idempotencyKey,
      signature,
      requestId: turn.requestId,
      keepConnection: this.config.idempotent,
    });
  }

  private timeoutMs({ turn, shareMs }: Delivery, call: AgentCall): number {
    const remaining = this.remainingMs(turn);
    const last = !this.config.idempotent || call.attempt === LIMITS.webhookAttempts;
    return Math.floor(last ? remaining : Math.min(remaining, shareMs));
  }

  private remainingMs(turn: AgentTurn): number {
    return turn.deadlineMs - this.parts.clock.nowMs();
  }

  private assertInTime(turn: AgentTurn, signal: AbortSignal): void {
    if (signal.aborted) throw new AgentFailure('aborted', 'the turn ended before the delivery');
    if (this.remainingMs(turn) < 1) throw outOfTime();
  }

  /** The pause before another attempt; an abort ends it early, and the next attempt then says so. */
  private async breathe(turn: AgentTurn, signal: AbortSignal): Promise<void> {
    const ms = Math.min(PAUSE_MS, Math.max(0, this.remainingMs(turn)));
    await pause(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

const outOfTime = () => new AgentFailure('timeout', 'no time was left for the delivery');
