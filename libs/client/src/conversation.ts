import type { BrandClient, OutgoingMessage } from './brand.client';
import { ConversationClosedError } from './refusals';
import type { SendOutcome } from './send-outcome';

/** What a conversation adds to an outcome. */
export type ConversationOutcome = SendOutcome & {
  /** True when the Brand had closed the conversation and this message opened a new one (PACT 4.2). */
  readonly startedAnew: boolean;
};

/** A message of a conversation: the context is the conversation's own. */
export type ConversationMessage = Omit<OutgoingMessage, 'contextId'>;

/**
 * One User's conversation with one Brand: keeps the contextId, sends one message at a time (two first messages at once
 * would open two conversations), and starts anew when the Brand closed it.
 */
export class Conversation {
  readonly #brand: Pick<BrandClient, 'send'>;
  #contextId: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `contextId` continues an earlier conversation. */
  constructor(brand: Pick<BrandClient, 'send'>, contextId?: string) {
    this.#brand = brand;
    this.#contextId = contextId;
  }

  /** The context of the next message; undefined before the first reply. */
  get contextId(): string | undefined {
    return this.#contextId;
  }

  /** Forgets the context, so that the next message opens a new conversation. */
  startAnew(): void {
    this.#contextId = undefined;
  }

  /** Sends after the messages before it were answered. Throws what {@link BrandClient.send} throws, except for a closed context. */
  send(message: ConversationMessage): Promise<ConversationOutcome> {
    const sending = this.#last.then(() => this.#sendNow(message));
    this.#last = sending.catch(() => undefined);
    return sending;
  }

  async #sendNow(message: ConversationMessage): Promise<ConversationOutcome> {
    const contextId = this.#contextId;
    try {
      return await this.#sendIn(message, contextId, false);
    } catch (error) {
      if (!(error instanceof ConversationClosedError)) throw error;
      return this.#sendIn(message, undefined, true);
    }
  }

  async #sendIn(
    message: ConversationMessage,
    contextId: string | undefined,
    startedAnew: boolean,
  ): Promise<ConversationOutcome> {
    const outcome = await this.#brand.send({ ...message, ...(contextId === undefined ? {} : { contextId }) });
    this.#contextId = outcome.contextId;
    return { ...outcome, startedAnew };
  }
}
