import { LIMITS } from '@surety/kernel';
import { type EgressAnswer, EgressError } from '@surety/platform';
import type { AgentParts } from '../agent-parts';
import { beforeAnotherAttempt } from '../another-attempt';
import { brokenState, isPassingFault, isPassingStatus } from '../exchange-fault';
import type { AgentCall, CallLedger, CallOutcome } from '../call-ledger';
import { withoutEchoedSecrets } from '../echoed-secrets';
import { AgentFailure, type AgentTurn } from '../port';
import type { ScopeView } from './scope-view';
import { brokenExchange, readToolAnswer, scopesAskedFor } from './tool-answer';
import type { ReadyCall } from './tool-call';
import { toolHeaders } from './tool-headers';
import type { ToolResult } from './tool-result';
import type { SentCall, ToolTransport } from './tool-transport';

/** The run that calls are made for. */
export interface DeliveryRun {
  readonly turn: AgentTurn;
  readonly calls: CallLedger;
  readonly signal: AbortSignal;
  readonly scopes: ScopeView;
}

/** One attempt: what it led to, how it stands in the record, and whether another one may do better. */
interface Attempt {
  readonly sent: SentCall;
  readonly state: CallOutcome | 'never_sent';
  readonly passing: boolean;
}

const ATTEMPTS = { read: 2, write: 1 };

/**
 * Carries calls to a Brand's tools (PACT wire 5.4): recorded before the first byte, signed, under the tool's own time-out
 * and never past the turn's deadline. Only a tool declared `read` is asked again, and only once.
 */
export class ToolDelivery implements ToolTransport {
  constructor(
    private readonly parts: AgentParts,
    private readonly run: DeliveryRun,
  ) {}

  async send(call: ReadyCall, step: number): Promise<SentCall> {
    for (let attempt = 1; ; attempt += 1) {
      const { sent, passing } = await this.attempt(call, { step, attempt, callId: call.callId });
      if (!passing || attempt === ATTEMPTS[call.tool.effect]) return sent;
      await beforeAnotherAttempt(this.leftMs(), this.run.signal);
    }
  }

  private async attempt(call: ReadyCall, record: AgentCall): Promise<Attempt> {
    const { calls } = this.run;
    const headers = await this.headers(call, record);
    this.assertInTime();
    await calls.begin({ ...record, effect: call.tool.effect === 'write', tool: call.record });
    const timeoutMs = Math.floor(Math.min(call.tool.http.timeoutSeconds * 1000, this.leftMs()));
    if (timeoutMs < 1 || this.run.signal.aborted) {
      await calls.neverSent(record);
      this.assertInTime();
      throw outOfTime();
    }
    const outcome = await this.exchange(call, record.attempt, headers, timeoutMs);
    const { state } = outcome;
    if (state === 'never_sent') await calls.neverSent(record);
    else await calls.settle({ ...record, state, ...resultToKeep(call, outcome.sent) });
    if (this.run.signal.aborted) throw aborted();
    return outcome;
  }

  private async exchange(
    call: ReadyCall,
    attempt: number,
    headers: Record<string, string>,
    timeoutMs: number,
  ): Promise<Attempt> {
    try {
      const answer = await this.parts.egress.fetch(call.request.url, {
        method: call.tool.http.method,
        headers,
        body: call.request.body,
        timeoutMs,
        maxBytes: LIMITS.toolAnswerBytes,
        signal: this.run.signal,
        ownConnection: call.tool.effect === 'write' || attempt > 1,
        once: true,
      });
      const { token } = this.run.turn.delegation ?? {};
      return this.judge(withoutEchoedSecrets(answer, [token, ...Object.values(call.tool.http.headers)]));
    } catch (error) {
      if (error instanceof EgressError) return brokenAttempt(error);
      throw error;
    }
  }

  private judge(answer: EgressAnswer): Attempt {
    const missingScopes = this.run.scopes.askable(scopesAskedFor(answer));
    if (missingScopes.length > 0) return { sent: { missingScopes }, state: 'failed', passing: false };
    const result = readToolAnswer(answer);
    const passing = isPassingStatus(answer.status);
    return { sent: { result }, state: result.ok ? 'done' : 'failed', passing };
  }

  private async headers(call: ReadyCall, record: AgentCall): Promise<Record<string, string>> {
    const { turn } = this.run;
    const { url, body } = call.request;
    const idempotencyKey = `${turn.turnId}.${call.callId}`;
    const signature = await this.parts.signer.sign({
      body,
      method: call.tool.http.method,
      url,
      jti: `${idempotencyKey}.${record.attempt}`,
      iat: Math.floor(this.parts.clock.nowMs() / 1000),
    });
    return toolHeaders(call.tool, {
      idempotencyKey,
      signature,
      contextId: turn.contextId,
      messageId: turn.messageId,
      token: turn.delegation?.token,
      hasBody: body.length > 0,
    });
  }

  private leftMs(): number {
    return this.run.turn.deadlineMs - this.parts.clock.nowMs();
  }

  private assertInTime(): void {
    if (this.run.signal.aborted) throw aborted();
    if (this.leftMs() < 1) throw outOfTime();
  }
}

function brokenAttempt(error: EgressError): Attempt {
  const sent = { result: brokenExchange(error.code) };
  const passing = isPassingFault(error.code);
  return { sent, state: brokenState(error), passing };
}

/**
 * What is kept for a message that comes again (P28): whatever became of a write, since it is never made twice, and the definite
 * answers of a read. A call that the tool refused for want of scopes is made again once they are there.
 */
function resultToKeep(call: ReadyCall, sent: SentCall): { result?: ToolResult } {
  if ('missingScopes' in sent) return {};
  const { result } = sent;
  const definite = result.ok || result.error.code === 'rejected';
  return call.tool.effect === 'write' || definite ? { result } : {};
}

const aborted = () => new AgentFailure('aborted', 'the turn ended before the call of a tool');
const outOfTime = () => new AgentFailure('timeout', 'no time was left for the call of a tool');
