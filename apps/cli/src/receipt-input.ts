import type { JsonObject } from '@surety/kernel';
import { isJsonObject, parseJson } from '@surety/kernel';
import { usageError } from './cli-error';

/** A receipt as somebody kept it, and what it came with where that is known. */
export interface KeptReceipt {
  readonly jws: string;
  /** The member beside the JWS. */
  readonly claims?: unknown;
  /** Of the reply it came with. */
  readonly contextId?: string;
  readonly messageId?: string;
}

/**
 * Finds the receipt in what people keep: the compact JWS alone, the `pact.receipt` object, a whole reply of a Provider, or what
 * `surety send --json` prints. Throws a usage error when there is none.
 */
export function readKeptReceipt(text: string): KeptReceipt {
  const trimmed = text.trim();
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(trimmed)) return { jws: trimmed };
  const value = parseJson(trimmed);
  const found = isJsonObject(value) ? find(value) : undefined;
  if (found) return found;
  throw usageError(
    'There is no receipt: give a JWS, a reply with pact.receipt, or what `surety send --json` prints',
  );
}

function find(value: JsonObject): KeptReceipt | undefined {
  if (typeof value.jws === 'string') return withClaims(value.jws, value.claims);
  const message = member(value, 'message') ?? member(value, 'task') ?? value;
  const receipt = member(member(message, 'metadata'), 'pact.receipt') ?? member(message, 'pact.receipt');
  if (typeof receipt?.jws !== 'string') return undefined;
  // `replyId` is the reply's own id in the output of this program, where messageId is the User's; a task has none.
  const replyId = message.replyId ?? (value.message ? message.messageId : undefined);
  return {
    ...withClaims(receipt.jws, receipt.claims),
    ...(typeof message.contextId === 'string' ? { contextId: message.contextId } : {}),
    ...(typeof replyId === 'string' ? { messageId: replyId } : {}),
  };
}

const withClaims = (jws: string, claims: unknown): KeptReceipt => ({
  jws,
  ...(claims === undefined ? {} : { claims }),
});

function member(value: JsonObject | undefined, name: string): JsonObject | undefined {
  const found = value?.[name];
  return isJsonObject(found) ? found : undefined;
}
