import { type A2aError, internalError } from '@surety/a2a';
import { type BareRefusal, NotHere, Unauthenticated } from '@surety/identity';
import { LIMITS } from '@surety/kernel';
import { NotificationListener } from '@surety/platform';
import { type ClaimedTurn, type StartFacts, type TurnDelegation, Turns } from '@surety/registry';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { conversationClosed, grantDead, otherUser } from './decide-claim';
import type { RefusalStage } from './message-refusals';
import { turnFailPoint } from './turn-fail-points';
import { Waiter, WaitingLine } from './waiting-line';

const LOOK_MS = 250;

/** Why a waiter did not get its turn, and the answer to it; the claim is to be released. */
export class TurnRefused extends Error {
  override readonly name = 'TurnRefused';

  constructor(
    readonly code: string,
    readonly stage: RefusalStage,
    readonly refusal: A2aError | BareRefusal,
  ) {
    super(code);
  }
}

/** What a waiter checks again before it starts (pact-wire §2), in the order of P4 and P8. */
function refusalOf(facts: StartFacts): TurnRefused | undefined {
  if (!facts.personalAgentEnabled) {
    return new TurnRefused(
      'personal_agent_disabled',
      'personal-agent',
      new Unauthenticated('the personal agent is disabled'),
    );
  }
  if (!facts.brandOpen) return new TurnRefused('brand_closed', 'brand', new NotHere('the Brand is closed'));
  if (!facts.grant.live) return new TurnRefused('grant_dead', 'delegation', grantDead());
  if (facts.otherUser) return new TurnRefused('other_user', 'brand-user-pin', otherUser());
  if (facts.closed) return new TurnRefused('closed', 'closed', conversationClosed());
  if (facts.outcome !== 'lost') return undefined;
  return new TurnRefused('lost', 'agent', internalError({ detail: 'the lease ran out while waiting' }));
}

const waitedTooLong = () =>
  new TurnRefused(
    'wait_timeout',
    'agent',
    internalError({ detail: `waited ${LIMITS.turnWaitSeconds} s for a lower turn` }),
  );

/**
 * Makes the turns of one context run one after the other in the order of their numbers (P12). Of those who wait in this process
 * the first looks: when a lower turn tells that it ended, and every 250 ms in case that one died.
 */
@Injectable()
export class TurnQueue implements OnModuleInit {
  private readonly lines = new Map<string, WaitingLine>();

  constructor(
    private readonly turns: Turns,
    private readonly listener: NotificationListener,
  ) {}

  onModuleInit(): void {
    this.listener.on('surety_turn', contextId => this.lines.get(contextId)?.first?.wake());
  }

  /**
   * Resolves when the turn runs, its lease renewed, with what was found then: the agent's deadline that the lease was made for, and
   * the grant as it is now. Throws TurnRefused when it may not run, or after 30 s.
   */
  async takeTurn(turn: ClaimedTurn, delegation?: TurnDelegation): Promise<StartFacts> {
    const line = this.lines.get(turn.contextId) ?? new WaitingLine();
    this.lines.set(turn.contextId, line);
    const waiter = new Waiter(turn.turnNumber);
    line.join(waiter);
    try {
      return await this.waitFor(turn, delegation, waiter, line);
    } finally {
      line.leave(waiter);
      if (!line.first) this.lines.delete(turn.contextId);
    }
  }

  private async waitFor(
    turn: ClaimedTurn,
    delegation: TurnDelegation | undefined,
    waiter: Waiter,
    line: WaitingLine,
  ): Promise<StartFacts> {
    const endMs = performance.now() + LIMITS.turnWaitSeconds * 1_000;
    await turnFailPoint('turn.waiting');
    for (;;) {
      const first = line.first === waiter;
      if (first) {
        const facts = await this.turns.start(turn, delegation);
        if (facts.outcome === 'running') return facts;
        const refused = refusalOf(facts);
        if (refused) throw refused;
      }
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) throw waitedTooLong();
      await waiter.news(first ? Math.min(LOOK_MS, leftMs) : leftMs);
    }
  }
}
