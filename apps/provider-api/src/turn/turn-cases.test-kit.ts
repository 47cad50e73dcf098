import { AgentFailure } from '@surety/agents';
import { type Sent, type TurnEngine, Gate, until } from './turn-engine.test-kit';
import type { TurnReply } from './turn-request';

/** A conversation with one message in it, and how to end what is still under way. */
export interface TurnCase {
  readonly contextId: string;
  readonly messageId: string;
  finish(): Promise<unknown>;
}

/** What a case is made of: an engine, and whose messages they are. */
export interface CaseMaker {
  readonly engine: TurnEngine;
  readonly whose: Pick<Sent, 'as'>;
}

export const SAYS = ({ text }: { readonly text: string }) => ({ text: `You said: ${text}`, close: false });
const done = () => Promise.resolve();

/** Every state of a turn (PACT wire §2), brought about as it comes about. */
export const TURN_CASES: Readonly<Record<string, (maker: CaseMaker) => Promise<TurnCase>>> = {
  running: maker => held(maker, 0),
  waiting: maker => held(maker, 1),
  answered: maker => ended(maker, sent => maker.engine.send({ ...sent, text: 'first text' })),
  'stepped up': maker =>
    ended(maker, sent => {
      maker.engine.behave = () => ({ kind: 'step-up', missingScopes: ['refunds:issue'], text: 'May I?' });
      return maker.engine.stepUp(sent);
    }),
  'failed before an effect': maker => ended(maker, sent => failing(maker, sent, false)),
  'failed after an effect': maker => ended(maker, sent => failing(maker, sent, true)),
  'lease expired, no effect': maker => ended(maker, sent => dying(maker, sent, false)),
  'lease expired, effect recorded': maker => ended(maker, sent => dying(maker, sent, true)),
};

async function ended(
  { engine, whose }: CaseMaker,
  end: (sent: Required<Pick<Sent, 'contextId' | 'messageId'>>) => Promise<unknown>,
): Promise<TurnCase> {
  const { contextId } = await engine.send(whose);
  const messageId = engine.freshMessageId();
  await end({ ...whose, contextId, messageId });
  engine.behave = SAYS;
  return { contextId, messageId, finish: done };
}

async function failing({ engine }: CaseMaker, sent: Sent, effect: boolean): Promise<void> {
  engine.behave = async (_turn, calls) => {
    await calls.begin({ step: 1, attempt: 1, effect });
    throw new AgentFailure('status', 'the Brand answered 500 on secret-host.internal');
  };
  const refusal = await engine.refusal(sent);
  if (refusal !== 'INTERNAL: Internal error') throw new Error(refusal);
}

/** The process dies: its turn is claimed, recorded, and its lease runs out. */
async function dying(
  { engine }: CaseMaker,
  sent: Required<Pick<Sent, 'contextId' | 'messageId'>>,
  effect: boolean,
) {
  const { identity, brand, delegation } = engine.request(sent);
  const owner = {
    brandId: brand.id,
    personalAgentId: identity.personalAgentId,
    sub: identity.sub,
    delegation,
  };
  const { claimed } = await engine.turns.claimNext({ ...owner, ...sent, text: 'x' });
  if (!claimed) throw new Error('not claimed');
  await engine.turns.recordCall(claimed, { step: 1, attempt: 1, effect });
  await engine.expire(sent.contextId, sent.messageId);
}

async function held({ engine, whose }: CaseMaker, ahead: number): Promise<TurnCase> {
  const { contextId } = await engine.send(whose);
  const gate = new Gate();
  engine.behave = async turn => {
    await gate.opened;
    return SAYS(turn);
  };
  const sends: Promise<TurnReply>[] = [];
  const ids = Array.from({ length: ahead + 1 }, () => engine.freshMessageId());
  for (const messageId of ids) {
    const sending = engine.send({ ...whose, contextId, messageId });
    // A waiter that is refused on a slow machine before the test asks for it is not unhandled.
    sending.catch(() => undefined);
    sends.push(sending);
    await until(async () => (await engine.row(contextId, messageId)) !== undefined);
  }
  return {
    contextId,
    messageId: ids.at(-1)!,
    finish: () => {
      gate.release();
      return Promise.all(sends);
    },
  };
}
