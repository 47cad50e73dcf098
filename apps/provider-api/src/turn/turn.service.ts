import { type SendMessage, internalError } from '@surety/a2a';
import { type AgentAnswer, AgentFailure, type AgentTurn } from '@surety/agents';
import { LIMITS } from '@surety/kernel';
import { LOGGER, type Logger, Settings, isUnavailable, loadDeploymentKey } from '@surety/platform';
import { type ClaimFacts, type ClaimedTurn, Turns, replyIdOf } from '@surety/registry';
import { deriveKey, userPseudonym } from '@surety/tokens';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenBrand } from '../directory/open-brand';
import { runAgent } from './agent-run';
import { decideClaim } from './decide-claim';
import { MessageRefusals } from './message-refusals';
import { turnFailPoint } from './turn-fail-points';
import { LeaseLost, TurnLedger } from './turn-ledger';
import { TurnQueue, TurnRefused } from './turn-queue';

/** A second less than what the lease grants beyond the agent's deadline. */
const STORE_RETRY_MS = (LIMITS.leaseMarginSeconds - 1) * 1_000;
const STORE_PAUSE_MS = 200;

/** An admitted message that wants an answer. */
export interface TurnRequest {
  readonly identity: { readonly personalAgentId: string; readonly issuer: string; readonly sub: string };
  readonly brand: OpenBrand;
  readonly message: SendMessage;
  /** Of a first message only (P11). */
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
}

/** The reply as it is stored; a repeat of the message gets the same. */
export interface TurnReply {
  readonly messageId: string;
  readonly contextId: string;
  readonly text: string;
}

/** A claimed turn and when its message arrived, which may be a while before it runs; milliseconds since the epoch. */
interface ArrivedTurn extends ClaimedTurn {
  readonly receivedAtMs: number;
}

/** One message, one reply (PACT 4): claims the messageId, waits for its turn, runs the Brand's agent, stores what it said. */
@Injectable()
export class TurnService implements BeforeApplicationShutdown {
  private readonly pseudonymKey: Buffer;
  private readonly underWay = new Set<Promise<TurnReply>>();

  constructor(
    private readonly turns: Turns,
    private readonly queue: TurnQueue,
    private readonly refusals: MessageRefusals,
    @Inject(LOGGER) private readonly log: Logger,
    settings: Settings,
  ) {
    this.pseudonymKey = deriveKey(loadDeploymentKey(settings), 'user pseudonym');
  }

  /** The reply, stored or fresh. Throws A2aError or a bare refusal for every cell of the state table that has none. */
  async run(request: TurnRequest): Promise<TurnReply> {
    const turn = this.process(request);
    this.underWay.add(turn);
    try {
      return await turn;
    } finally {
      this.underWay.delete(turn);
    }
  }

  /** Turns under way end before the database goes, also those whose caller hung up: their replies are for a retry. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  private async process(request: TurnRequest): Promise<TurnReply> {
    const receivedAtMs = Date.now();
    await turnFailPoint('turn.arrived');
    const facts = await this.claim(request);
    const decision = decideClaim(facts);
    switch (decision.kind) {
      case 'run':
        return this.answer(request, facts, { ...decision.turn, receivedAtMs });
      case 'replay':
        return { messageId: replyIdOf(decision.turnId), contextId: decision.contextId, text: decision.text };
      case 'refuse':
        this.refusals.refused(decision.stage);
        throw decision.refusal;
    }
  }

  private claim({ identity, brand, message, idempotencyKey: key }: TurnRequest): Promise<ClaimFacts> {
    const { messageId, text, contextId } = message;
    const { personalAgentId, sub } = identity;
    const owned = { brandId: brand.id, personalAgentId, sub, brandUser: null, messageId, text };
    if (contextId !== undefined) return this.turns.claimNext({ ...owned, contextId });
    const idempotencyKey = key === undefined ? undefined : { key, contentHash: message.contentHash() };
    return this.turns.claimFirst({ ...owned, idempotencyKey });
  }

  /** Runs a claimed turn. From here on every failure ends the claim: released before an effect, spent after one (P10). */
  private async answer(request: TurnRequest, facts: ClaimFacts, turn: ArrivedTurn): Promise<TurnReply> {
    try {
      await turnFailPoint('turn.claimed');
      const deadlineSeconds =
        turn.state === 'waiting' ? await this.queue.takeTurn(turn) : facts.agentDeadlineSeconds;
      await turnFailPoint('turn.started');
      const agentTurn = this.agentTurn(request, turn, deadlineSeconds);
      const ledger = new TurnLedger(this.turns, turn);
      const answer = await runAgent(request.brand.agent, agentTurn, ledger, deadlineSeconds * 1_000);
      await turnFailPoint('turn.answered');
      if (!(await this.store(turn, answer))) throw new LeaseLost('another run, or a sweep, has the turn');
      await turnFailPoint('turn.stored');
      return { messageId: replyIdOf(turn.turnId), contextId: turn.contextId, text: answer.text };
    } catch (error) {
      await this.giveUp(turn, error, request.requestId);
      this.refusals.refused(error instanceof TurnRefused ? error.stage : 'agent');
      if (error instanceof TurnRefused) throw error.refusal;
      throw internalError({ detail: describe(error), cause: error });
    }
  }

  /**
   * Stores the reply; while the database is away it tries again for as long as the lease may live, since an answer that
   * cost an effect cannot be had twice. Out: false when the lease is lost.
   */
  private async store(turn: ClaimedTurn, { text, close }: AgentAnswer): Promise<boolean> {
    const endMs = performance.now() + STORE_RETRY_MS;
    for (;;) {
      try {
        return await this.turns.store(turn, text, close);
      } catch (error) {
        if (!isUnavailable(error) || performance.now() > endMs) throw error;
        await sleep(STORE_PAUSE_MS);
      }
    }
  }

  /** A claim that cannot be ended, most often because the store is away, keeps until its lease ends, which judges it the same way. */
  private async giveUp(turn: ClaimedTurn, error: unknown, requestId: string): Promise<void> {
    try {
      await turnFailPoint('turn.failing');
      await this.turns.fail(turn, { code: codeOf(error), detail: describe(error), requestId });
    } catch (fault) {
      const level = isUnavailable(fault) ? 'warn' : 'error';
      this.log[level](
        { requestId, turnId: turn.turnId, err: fault },
        'a failed turn waits for the end of its lease',
      );
    }
  }

  private agentTurn(
    { identity, brand, message, requestId }: TurnRequest,
    turn: ArrivedTurn,
    deadlineSeconds: number,
  ): AgentTurn {
    // The deadline counts from the start of the run, which for a waiter is later than the arrival.
    const startedAtMs = turn.state === 'waiting' ? Date.now() : turn.receivedAtMs;
    return {
      brandId: brand.id,
      turnId: turn.turnId,
      run: turn.run,
      contextId: turn.contextId,
      messageId: turn.messageId,
      turnNumber: turn.turnNumber,
      user: {
        id: userPseudonym(this.pseudonymKey, brand.id, identity.issuer, identity.sub),
        personalAgent: identity.issuer,
      },
      text: message.text,
      receivedAtMs: turn.receivedAtMs,
      deadlineMs: startedAtMs + deadlineSeconds * 1_000,
      requestId,
      nextStep: turn.steps + 1,
      history: () => this.turns.history(turn.contextId, turn.turnNumber),
    };
  }
}

function codeOf(error: unknown): string {
  if (error instanceof AgentFailure || error instanceof TurnRefused) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
