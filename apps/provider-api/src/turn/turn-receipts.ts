import { inCardOrder } from '@surety/device-grant';
import { invariant } from '@surety/kernel';
import {
  type ClaimedTurn,
  type RecordedToolCall,
  SigningKeys,
  type TurnReceipt,
  Turns,
  freshUlid,
} from '@surety/registry';
import { type ReceiptAction, signReceipt } from '@surety/tokens';
import { Injectable } from '@nestjs/common';
import { isOfUser } from './agent-turns';
import type { TurnLedger } from './turn-ledger';
import type { TurnRequest } from './turn-request';

/** The run that a receipt is for, and what has been sent in it. */
export interface RunToSign {
  readonly request: TurnRequest;
  readonly turn: ClaimedTurn;
  readonly ledger: TurnLedger;
}

/**
 * Signs what a delegated message came to (PACT 5.6, P20) with the Brand's active key: the calls of all its runs in the order of
 * sending, so that the last receipt of a message is complete on its own.
 */
@Injectable()
export class TurnReceipts {
  constructor(
    private readonly turns: Turns,
    private readonly keys: SigningKeys,
  ) {}

  /** The receipt of a delegated reply; undefined on an identity turn. In: the run, the reply's messageId. */
  async ofReply(run: RunToSign, replyId: string): Promise<TurnReceipt | undefined> {
    if (!run.request.delegation) return undefined;
    return this.sign(run, replyId, await this.callsOf(run));
  }

  /** The receipt of a step-up: only when calls were sent under the token (P28). In: the run, the messageId of what it says. */
  async ofStepUp(run: RunToSign, replyId: string): Promise<TurnReceipt | undefined> {
    if (!run.request.delegation) return undefined;
    const calls = await this.callsOf(run);
    return calls.some(({ brandUser }) => brandUser !== null) ? this.sign(run, replyId, calls) : undefined;
  }

  /** A first run that called no tool costs no question. */
  private async callsOf({ request, turn, ledger }: RunToSign): Promise<readonly RecordedToolCall[]> {
    if (turn.run === 1 && !ledger.hasToolCalls) return [];
    const calls = await this.turns.toolCalls(turn.turnId);
    return calls.filter(call => isOfUser(request.delegation?.brandUser, call));
  }

  private async sign(
    { request, turn }: RunToSign,
    messageId: string,
    calls: readonly RecordedToolCall[],
  ): Promise<TurnReceipt> {
    const { brand, delegation, identity } = request;
    invariant(brand.delegation && delegation, 'a receipt is for a delegated turn');
    const privateJwk = await this.keys.activeJwk({ brandId: brand.id });
    const nowMs = Date.now();
    const facts = {
      grantId: delegation.grantId,
      user: delegation.brandUser,
      pa: identity.issuer,
      brand: brand.delegation.addresses.interfaceUrl,
      scopesUsed: inCardOrder(
        brand.delegation.cardScopes,
        calls.flatMap(({ scopes }) => scopes),
      ),
      actions: calls.map(actionOf),
      tsMs: nowMs,
    };
    const { jws, claims } = signReceipt(privateJwk, facts, { contextId: turn.contextId, messageId });
    return { id: freshUlid(), jws, claims, replyId: messageId };
  }
}

const actionOf = ({ name, argsHash: hash }: RecordedToolCall): ReceiptAction =>
  hash === null ? { tool: name } : { tool: name, argsHash: hash };
