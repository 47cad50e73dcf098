import { isJsonObject } from '@surety/kernel';
import {
  type ExpectedReceipt,
  type ReceiptClaims,
  type VerificationKey,
  verifyReceipt,
} from '@surety/tokens';
import { ClientError } from './client-errors';
import type { DelegationTokens } from './delegation-tokens';
import type { PublishedKeys } from './published-keys';

/** What became of the receipt of a delegated reply (PACT 5.6). The reply counts whatever it says; who needs proof looks here. */
export type ReceiptFinding =
  | {
      readonly state: 'verified';
      /** Keep it: it proves what was done in the User's name. */
      readonly jws: string;
      readonly claims: ReceiptClaims;
      readonly kid: string;
      /**
       * Used scopes that the presented token does not carry. A receipt lists the calls of all runs of its message, so a token
       * that was narrowed between two runs explains them; else ask the Brand.
       */
      readonly beyondToken: readonly string[];
    }
  | { readonly state: 'missing' }
  /** `rule` names the first rule that it breaks. */
  | { readonly state: 'invalid'; readonly jws?: string; readonly rule: string; readonly detail: string }
  /** The keys could not be had; verify it later. */
  | { readonly state: 'unverified'; readonly jws: string; readonly detail: string };

/** What a receipt must fit: the exchange it came with, and the tokens that were presented. */
export interface ReceiptExpectation extends Omit<ExpectedReceipt, 'claims'> {
  readonly tokens?: Pick<DelegationTokens, 'grantId' | 'brandUser' | 'scopes'>;
}

/** Judges the receipt in the metadata of a reply or task; never throws for a bad one. In: metadata as received. */
export async function judgeReceipt(
  metadata: Readonly<Record<string, unknown>> | undefined,
  keys: Pick<PublishedKeys, 'forToken'>,
  expectation: ReceiptExpectation,
): Promise<ReceiptFinding> {
  const receipt = metadata?.['pact.receipt'];
  if (receipt === undefined) return { state: 'missing' };
  if (!isJsonObject(receipt) || typeof receipt.jws !== 'string' || receipt.claims === undefined) {
    return { state: 'invalid', rule: 'shape', detail: 'pact.receipt has no jws and claims' };
  }
  const { jws, claims } = receipt;
  try {
    return verifiedReceipt(jws, await keys.forToken(jws), expectation, claims);
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return { state: 'unverified', jws, detail: error.message };
  }
}

/** Judges a receipt by keys at hand. `claims` is the member beside the JWS, when there is one. */
export function verifiedReceipt(
  jws: string,
  keys: readonly VerificationKey[],
  { tokens, ...expected }: ReceiptExpectation,
  claims?: unknown,
): ReceiptFinding {
  const read = verifyReceipt(jws, keys, claims === undefined ? expected : { ...expected, claims });
  if (!read.ok) return { state: 'invalid', jws, rule: read.error.rule, detail: read.error.detail };
  const { claims: proven, kid } = read.value;
  const fault = tokens && foreignTo(proven, tokens);
  if (fault) return { state: 'invalid', jws, ...fault };
  const beyondToken = tokens ? proven.scopesUsed.filter(id => !tokens.scopes.includes(id)) : [];
  return { state: 'verified', jws, claims: proven, kid, beyondToken };
}

/** A receipt of another grant or User proves nothing about what was done with this token. */
function foreignTo(
  { grantId, user }: ReceiptClaims,
  tokens: Pick<DelegationTokens, 'grantId' | 'brandUser'>,
): { readonly rule: string; readonly detail: string } | undefined {
  if (grantId !== tokens.grantId) return { rule: 'grant', detail: 'grantId is another grant' };
  if (user !== tokens.brandUser) return { rule: 'user', detail: 'user is another User of the Brand' };
  return undefined;
}
