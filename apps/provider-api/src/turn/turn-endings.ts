import { setTimeout as sleep } from 'node:timers/promises';
import { type StepUpTask } from '@surety/a2a';
import type { AgentAnswer, StepUp } from '@surety/agents';
import { LIMITS, rfc3339 } from '@surety/kernel';
import { Settings, isUnavailable } from '@surety/platform';
import { Turns, type TurnReceipt, replyIdOf, stepUpIdOf, freshUlid } from '@surety/registry';
import { Injectable } from '@nestjs/common';
import { StepUpLinks } from '../delegation/step-up-links';
import { stepUpText } from './step-up-text';
import { turnFailPoint } from './turn-fail-points';
import { LeaseLost } from './turn-ledger';
import { type RunToSign, TurnReceipts } from './turn-receipts';
import type { TurnReply } from './turn-request';

/** A second less than what the lease grants beyond the agent's deadline. */
const STORE_RETRY_MS = (LIMITS.leaseMarginSeconds - 1) * 1_000;
const STORE_PAUSE_MS = 200;

/** Ends a run with what its agent said: a stored reply, or a step-up; either with its receipt in the same statement. */
@Injectable()
export class TurnEndings {
  constructor(
    private readonly turns: Turns,
    private readonly receipts: TurnReceipts,
    private readonly links: StepUpLinks,
    private readonly settings: Settings,
  ) {}

  /** Throws LeaseLost when another run, or a sweep, has the turn; the answer is dropped then. */
  async reply(run: RunToSign, { text, close }: AgentAnswer): Promise<TurnReply> {
    const { turn, request } = run;
    const { delegation } = request;
    const messageId = replyIdOf(turn.turnId);
    const receipt = await durably(
      () => this.receipts.ofReply(run, messageId),
      signed =>
        signed && delegation
          ? this.turns.storeDelegated(turn, { text, close, delegation, receipt: signed })
          : this.turns.store(turn, text, close),
    );
    await turnFailPoint('turn.stored');
    return { messageId, contextId: turn.contextId, text, receipt };
  }

  /**
   * Stored before its link is made, since calls of this run may have had effects that a lost step-up would waste. Throws LeaseLost as
   * above; what making the link rejects with leaves the message free to come again.
   */
  async stepUp(run: RunToSign, { missingScopes, text: said }: StepUp): Promise<StepUpTask> {
    const { turn, request } = run;
    const messageId = stepUpIdOf(turn);
    const text = said ?? stepUpText(this.settings.language);
    const { delegation } = request;
    const receipt = await durably(
      () => this.receipts.ofStepUp(run, messageId),
      signed => this.turns.stepUp(turn, { missingScopes, text, delegation, receipt: signed }),
    );
    await turnFailPoint('turn.stepped');
    const verificationUriComplete = await this.links.linkFor(request.brand, request.identity, missingScopes);
    return {
      taskId: `t-${freshUlid()}`,
      contextId: turn.contextId,
      messageId,
      text,
      timestamp: rfc3339(Date.now()),
      missingScopes,
      verificationUriComplete,
      receipt,
    };
  }
}

/**
 * Signs once and stores; while the database is away it tries again for as long as the lease may live, since an answer that cost an
 * effect cannot be had twice. Out: what was signed and stored. Throws LeaseLost when the statement finds the lease gone.
 */
async function durably(
  sign: () => Promise<TurnReceipt | undefined>,
  store: (receipt: TurnReceipt | undefined) => Promise<boolean>,
): Promise<TurnReceipt | undefined> {
  const endMs = performance.now() + STORE_RETRY_MS;
  let signed: { readonly receipt: TurnReceipt | undefined } | undefined;
  for (;;) {
    try {
      signed ??= { receipt: await sign() };
      if (await store(signed.receipt)) return signed.receipt;
      throw new LeaseLost('another run, or a sweep, has the turn');
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > endMs) throw error;
      await sleep(STORE_PAUSE_MS);
    }
  }
}
