import type { AgentTurn, EarlierToolCall } from '@surety/agents';
import { effectiveScope } from '@surety/device-grant';
import { Settings, loadDeploymentKey } from '@surety/platform';
import { type ClaimedTurn, type RecordedToolCall, Turns } from '@surety/registry';
import { deriveKey, userPseudonym } from '@surety/tokens';
import { Injectable } from '@nestjs/common';
import type { TurnRequest } from './turn-request';

/** A claimed turn and when its message arrived, which may be a while before it runs; milliseconds since the epoch. */
export interface ArrivedTurn extends ClaimedTurn {
  readonly receivedAtMs: number;
}

/** What a turn may use when it starts. */
export interface TurnBounds {
  readonly agentDeadlineSeconds: number;
  /** The scopes of its grant as the database has them; none on an identity turn. */
  readonly grant: { readonly scopes: readonly string[] };
}

/** Makes of a claimed turn what an agent gets to see of it (PACT wire 5.1): a pseudonym, never the raw `sub`. */
@Injectable()
export class AgentTurns {
  private readonly pseudonymKey: Buffer;

  constructor(
    private readonly turns: Turns,
    settings: Settings,
  ) {
    this.pseudonymKey = deriveKey(loadDeploymentKey(settings), 'user pseudonym');
  }

  /** Reads what earlier runs left, when one of them stepped up. Rejects like `Turns.toolCalls`. */
  async of(request: TurnRequest, turn: ArrivedTurn, bounds: TurnBounds): Promise<AgentTurn> {
    const { identity, brand, delegation, message, requestId } = request;
    // The deadline counts from the start of the run, which for a waiter is later than the arrival.
    const startedAtMs = turn.state === 'waiting' ? Date.now() : turn.receivedAtMs;
    const resumedFrom = await this.resumedFrom(request, turn);
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
      ...(delegation && { delegation: agentDelegation(request, bounds) }),
      ...(resumedFrom && { resumedFrom }),
      text: message.text,
      receivedAtMs: turn.receivedAtMs,
      deadlineMs: startedAtMs + bounds.agentDeadlineSeconds * 1_000,
      requestId,
      nextStep: turn.steps + 1,
      history: () => this.turns.history(turn.contextId, turn.turnNumber, delegation !== undefined),
    };
  }

  private async resumedFrom(
    { delegation }: TurnRequest,
    { turnId, steppedUpRun }: ClaimedTurn,
  ): Promise<EarlierToolCall[] | undefined> {
    if (steppedUpRun === null) return undefined;
    const calls = await this.turns.toolCalls(turnId);
    return calls
      .filter(({ run }) => run <= steppedUpRun)
      .map(call => earlierCall(call, delegation?.brandUser));
  }
}

/** The effective scope of a delegated turn: token ∩ grant as it is now ∩ card (P29). */
function agentDelegation({ delegation, brand }: TurnRequest, { grant }: TurnBounds): AgentTurn['delegation'] {
  if (!delegation) return undefined;
  const { token, grantId, brandUser, tokenScopes } = delegation;
  const scopes = effectiveScope(brand.delegation?.cardScopes ?? [], tokenScopes, grant.scopes);
  return { token, grantId, brandUserId: brandUser, scopes };
}

/** Whether a tool call was made for this Brand user, or by an identity run, which saw nobody's account. */
export function isOfUser(
  brandUser: string | undefined,
  call: { readonly brandUser: string | null },
): boolean {
  return call.brandUser === null || call.brandUser === brandUser;
}

/**
 * What a tool without scopes answered goes with every later run: it got no token and tells of no account, and what it wrote must not be
 * written again (P28).
 */
function earlierCall(call: RecordedToolCall, brandUser: string | undefined): EarlierToolCall {
  const { callId, name, argsHash, scopes, result } = call;
  const sameUser = scopes.length === 0 || isOfUser(brandUser, call);
  return {
    callId,
    name,
    argsHash: argsHash ?? undefined,
    scopes,
    // The ledger keeps nothing but what the agents settle a tool call with.
    result: sameUser && result !== null ? (result as EarlierToolCall['result']) : undefined,
    sameUser,
  };
}
