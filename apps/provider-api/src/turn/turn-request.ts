import type { SendMessage, ShownReceipt, StepUpTask } from '@surety/a2a';
import type { Delegation } from '../delegation/delegation';
import type { OpenBrand } from '../directory/open-brand';

/** An admitted message that wants an answer. */
export interface TurnRequest {
  readonly identity: { readonly personalAgentId: string; readonly issuer: string; readonly sub: string };
  readonly brand: OpenBrand;
  /** Absent on an identity turn. */
  readonly delegation?: Delegation | undefined;
  readonly message: SendMessage;
  /** Of a first message only (P11). */
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
}

/** The reply as it is stored; a repeat of the message gets the same, with the same receipt. */
export interface TurnReply {
  readonly messageId: string;
  readonly contextId: string;
  readonly text: string;
  readonly receipt?: ShownReceipt | undefined;
}

/** What a message comes to: a reply, or a task that waits for the User (PACT 5.5). */
export type TurnOutcome =
  | { readonly kind: 'reply'; readonly reply: TurnReply }
  | { readonly kind: 'step-up'; readonly task: StepUpTask };
