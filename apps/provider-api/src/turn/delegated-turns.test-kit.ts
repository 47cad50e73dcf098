import type { CallLedger } from '@surety/agents';
import { type ReceiptClaims, argsHash, readJwks, verifyReceipt } from '@surety/tokens';
import type { Behaviour, TurnEngine } from './turn-engine.test-kit';

export const INTERFACE = 'https://provider.example/a2a/brand-1';

/** An agent that needs what it may not do. */
export const stepsUp: Behaviour = () => ({
  kind: 'step-up',
  missingScopes: ['refunds:issue'],
  text: 'May I?',
});

/** Calls one tool as the agents' runner does. */
export async function calls(
  ledger: CallLedger,
  callId: string,
  name: string,
  {
    effect = false,
    args = {},
    scopes = ['orders:read'],
    result = { ok: true, result: name } as unknown,
  } = {},
): Promise<void> {
  const call = { step: 1, attempt: 1, callId };
  await ledger.begin({ ...call, effect, tool: { name, argsHash: argsHash(args), scopes } });
  await ledger.settle({ ...call, state: 'done', result });
}

/** The receipt of an answer, verified with the keys that the Brand publishes. */
export async function receiptOf(
  engine: TurnEngine,
  answer: {
    readonly contextId: string;
    readonly messageId: string;
    readonly receipt?: { readonly jws: string; readonly claims: object } | undefined;
  },
): Promise<ReceiptClaims> {
  const { receipt, contextId, messageId } = answer;
  if (!receipt) throw new Error('no receipt');
  const published = await engine.keys.published({ brandId: 'brand-1' });
  const keys = readJwks(JSON.stringify({ keys: published.map(({ publicJwk }) => publicJwk) }));
  if (!keys.ok) throw new Error(keys.error);
  const expected = {
    brand: INTERFACE,
    pa: 'https://pa-1.example',
    contextId,
    messageId,
    claims: receipt.claims,
  };
  const verified = verifyReceipt(receipt.jws, keys.value, expected);
  if (!verified.ok) throw new Error(JSON.stringify(verified.error));
  return verified.value.claims;
}

/** A conversation of this Brand user with one message, which is answered. */
export async function answered(engine: TurnEngine, as: 'jane' | 'john') {
  const messageId = engine.freshMessageId();
  const { contextId } = await engine.send({ as, messageId });
  return { contextId, messageId };
}
