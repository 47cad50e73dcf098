import { internalError } from '@surety/a2a';
import { AgentFailure } from '@surety/agents';
import { LOGGER, type Logger, isUnavailable } from '@surety/platform';
import { type ClaimFacts, type ClaimedTurn, Turns } from '@surety/registry';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { runAgent } from './agent-run';
import { AgentTurns, type ArrivedTurn } from './agent-turns';
import { decideClaim } from './decide-claim';
import { MessageRefusals } from './message-refusals';
import { storedReply } from './stored-reply';
import { TurnEndings } from './turn-endings';
import { turnFailPoint } from './turn-fail-points';
import { TurnLedger } from './turn-ledger';
import { TurnQueue, TurnRefused } from './turn-queue';
import type { TurnOutcome, TurnRequest } from './turn-request';

/** One message, one reply (PACT 4): claims the messageId, waits for its turn, runs the Brand's agent, stores what it said. */
@Injectable()
export class TurnService implements BeforeApplicationShutdown {
  private readonly underWay = new Set<Promise<TurnOutcome>>();

  constructor(
    private readonly turns: Turns,
    private readonly queue: TurnQueue,
    private readonly agentTurns: AgentTurns,
    private readonly endings: TurnEndings,
    private readonly refusals: MessageRefusals,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The reply, stored or fresh, or the task of a step-up. Throws A2aError or a bare refusal for every cell of the state table that has none. */
  async run(request: TurnRequest): Promise<TurnOutcome> {
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

  private async process(request: TurnRequest): Promise<TurnOutcome> {
    const receivedAtMs = Date.now();
    await turnFailPoint('turn.arrived');
    const facts = await this.claim(request);
    const decision = decideClaim(facts);
    switch (decision.kind) {
      case 'run':
        return this.answer(request, facts, { ...decision.turn, receivedAtMs });
      case 'replay':
        return { kind: 'reply', reply: storedReply(decision.contextId, decision.turn) };
      case 'refuse':
        this.refusals.refused(decision.stage);
        throw decision.refusal;
    }
  }

  private claim(request: TurnRequest): Promise<ClaimFacts> {
    const { identity, brand, delegation, message, idempotencyKey: key } = request;
    const { messageId, text, contextId } = message;
    const { personalAgentId, sub } = identity;
    const owned = { brandId: brand.id, personalAgentId, sub, delegation, messageId, text };
    if (contextId !== undefined) return this.turns.claimNext({ ...owned, contextId });
    const idempotencyKey = key === undefined ? undefined : { key, contentHash: message.contentHash() };
    return this.turns.claimFirst({ ...owned, idempotencyKey });
  }

  /** Runs a claimed turn. From here on every failure ends the claim: released before an effect, spent after one (P10). */
  private async answer(request: TurnRequest, facts: ClaimFacts, turn: ArrivedTurn): Promise<TurnOutcome> {
    try {
      await turnFailPoint('turn.claimed');
      const bounds = turn.state === 'waiting' ? await this.queue.takeTurn(turn, request.delegation) : facts;
      await turnFailPoint('turn.started');
      const agentTurn = await this.agentTurns.of(request, turn, bounds);
      const ledger = new TurnLedger(this.turns, turn);
      const answer = await runAgent(
        request.brand.agent,
        agentTurn,
        ledger,
        bounds.agentDeadlineSeconds * 1_000,
      );
      await turnFailPoint('turn.answered');
      const run = { request, turn, ledger };
      if ('kind' in answer) return { kind: 'step-up', task: await this.endings.stepUp(run, answer) };
      return { kind: 'reply', reply: await this.endings.reply(run, answer) };
    } catch (error) {
      await this.giveUp(turn, error, request.requestId);
      this.refusals.refused(error instanceof TurnRefused ? error.stage : 'agent');
      if (error instanceof TurnRefused) throw error.refusal;
      throw internalError({ detail: describe(error), cause: error });
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
}

function codeOf(error: unknown): string {
  if (error instanceof AgentFailure || error instanceof TurnRefused) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
