import { LIMITS } from '@surety/kernel';
import { EgressError } from '@surety/platform';
import type { WebhookAgentConfig } from '../agent-config';
import type { AgentParts } from '../agent-parts';
import { beforeAnotherAttempt } from '../another-attempt';
import type { AgentCall, CallLedger } from '../call-ledger';
import { withoutEchoedSecrets } from '../echoed-secrets';
import { AgentFailure, type AgentTurn, type HistoryEntry } from '../port';
import type { AnsweredCall, ToolRun } from '../tools/tool-run';
import { type FailedAttempt, brokenAttempt, refusedAttempt } from './attempt-outcome';
import { deliveryHeaders } from './delivery-headers';
import { turnBody } from './turn-body';
import { type WebhookReply, readWebhookReply } from './webhook-reply';

/** The run that steps are delivered for. */
export interface DeliveredRun {
  readonly turn: AgentTurn;
  readonly history: readonly HistoryEntry[];
  readonly tools: ToolRun;
  readonly calls: CallLedger;
  readonly signal: AbortSignal;
}

/** One step of a run. */
export interface DeliveredStep {
  readonly step: number;
  readonly resumed: boolean;
  readonly results: readonly AnsweredCall[];
}

interface StepUnderWay extends DeliveredStep {
  /** How long one attempt may take while others may follow: a third of the time that is left at the start. */
  readonly shareMs: number;
}

/**
 * Delivers the steps of one run to a webhook (PACT wire 5.1 to 5.3). Every attempt is recorded before its first byte. An
 * endpoint that is not declared idempotent gets a step at most once: only a connection that was never established
 * is tried again. An idempotent one is tried up to three times within the deadline.
 */
export class WebhookDelivery {
  private readonly url: string;

  constructor(
    private readonly config: WebhookAgentConfig,
    private readonly parts: AgentParts,
    private readonly run: DeliveredRun,
  ) {
    this.url = new URL(config.url).href;
  }

  /** What the webhook says to one step. Rejects with AgentFailure for a bad answer or none, and with what the ledger threw. */
  async deliver(step: DeliveredStep): Promise<WebhookReply> {
    const underWay = { ...step, shareMs: this.remainingMs() / LIMITS.webhookAttempts };
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.attempt(underWay, attempt);
      if ('kind' in outcome) return outcome;
      if (!outcome.again || attempt === LIMITS.webhookAttempts) throw outcome.failure;
      if (outcome.failure.code !== 'timeout') await beforeAnotherAttempt(this.remainingMs(), this.run.signal);
    }
  }

  /** One attempt, recorded before and after. Throws AgentFailure when its time is up before it begins. */
  private async attempt(underWay: StepUnderWay, attempt: number): Promise<WebhookReply | FailedAttempt> {
    const { turn, calls } = this.run;
    const call = { step: underWay.step, attempt };
    const body = turnBody(turn, { ...this.run, ...underWay, attempt });
    const headers = await this.headers(call, body);
    this.assertInTime();
    await calls.begin({ ...call, effect: !this.config.idempotent });
    const outcome = await this.send(this.timeoutMs(underWay, attempt), headers, body);
    if ('kind' in outcome) {
      await calls.settle({ ...call, state: 'done', ...stepToKeep(outcome) });
    } else if (outcome.state === 'never_sent') {
      await calls.neverSent(call);
    } else {
      await calls.settle({ ...call, state: outcome.state, result: { code: outcome.failure.code } });
    }
    return outcome;
  }

  private async send(
    timeoutMs: number,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<WebhookReply | FailedAttempt> {
    const { idempotent } = this.config;
    if (timeoutMs < 1) return { failure: outOfTime(), state: 'never_sent', again: false };
    try {
      const answer = await this.parts.egress.fetch(this.url, {
        method: 'POST',
        headers,
        body,
        timeoutMs,
        maxBytes: LIMITS.agentReplyBytes,
        signal: this.run.signal,
        ownConnection: !idempotent,
      });
      const response = withoutEchoedSecrets(answer, Object.values(this.config.headers));
      const contentType = response.headers['content-type'];
      const reply = readWebhookReply({ status: response.status, contentType, body: response.body });
      return reply.ok ? reply.value : refusedAttempt(reply.error, response.status, idempotent);
    } catch (error) {
      if (error instanceof EgressError) return brokenAttempt(error, idempotent);
      throw error;
    }
  }

  private async headers(call: AgentCall, body: Buffer): Promise<Record<string, string>> {
    const { turn } = this.run;
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

  private timeoutMs({ shareMs }: StepUnderWay, attempt: number): number {
    const remaining = this.remainingMs();
    const last = !this.config.idempotent || attempt === LIMITS.webhookAttempts;
    return Math.floor(last ? remaining : Math.min(remaining, shareMs));
  }

  private remainingMs(): number {
    return this.run.turn.deadlineMs - this.parts.clock.nowMs();
  }

  private assertInTime(): void {
    if (this.run.signal.aborted) throw new AgentFailure('aborted', 'the turn ended before the delivery');
    if (this.remainingMs() < 1) throw outOfTime();
  }
}

/** An answer is stored with the turn; any other reply is kept so that the step counts as done with. */
function stepToKeep(reply: WebhookReply): { result?: unknown } {
  switch (reply.kind) {
    case 'answer':
      return {};
    case 'calls':
      return { result: { toolCalls: reply.calls.map(({ callId, tool }) => ({ id: callId, tool })) } };
    case 'scopes':
      return { result: { missingScopes: reply.missingScopes } };
  }
}

const outOfTime = () => new AgentFailure('timeout', 'no time was left for the delivery');
