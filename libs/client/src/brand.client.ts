import type { Task } from '@surety/a2a';
import { LIMITS, ulid } from '@surety/kernel';
import { type BrandAnswer, BrandCaller, type ClientSurroundings } from './brand-call';
import { ClientError, ClientInputError, type SentMessage } from './client-errors';
import type { PersonalAgentSigner } from './personal-agent.signer';
import { judgeReceipt } from './receipt-finding';
import { ConversationClosedError, type Refusal, UnsupportedOperationError } from './refusals';
import { type SendOutcome, readSendOutcome } from './send-outcome';
import { type TaskList, readTask, readTaskList } from './tasks';
import type { UserDelegation } from './user-delegation';
import { readWebAddress } from './web-address';

const RANDOM_BYTES_OF_AN_ID = 10;
const HEADER_SAFE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** Where a Brand is reached, who speaks and for whom. */
export interface BrandClientOptions extends ClientSurroundings {
  /** The interface URL of the Brand's card; see `fetchAgentCard`. */
  readonly interfaceUrl: string;
  readonly signer: PersonalAgentSigner;
  /** The User: stable, opaque, no personal data (PACT 3.2). */
  readonly sub: string;
  /** What the User granted; without it every turn is an identity turn (PACT 5.5). */
  readonly delegation?: UserDelegation;
}

/** A message to send. */
export interface OutgoingMessage {
  readonly text: string;
  /** Continues a conversation; without it a new one starts. */
  readonly contextId?: string | undefined;
  /** Made up when absent. Give it, with contextId or idempotencyKey, to repeat a message whose answer was lost. */
  readonly messageId?: string | undefined;
  /**
   * Lets a first message be repeated safely (decision P11); made up when absent. `false` sends none, and then a first
   * message is never sent twice. Not used with a contextId.
   */
  readonly idempotencyKey?: string | false | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One Brand as one User's personal agent talks to it. */
export class BrandClient {
  readonly #caller: BrandCaller;
  readonly #delegation: UserDelegation | undefined;
  readonly #interfaceUrl: string;

  /** Throws {@link ClientInputError} when the interface URL is not absolute https (or http to this machine). */
  constructor(options: BrandClientOptions) {
    const address = readWebAddress(options.interfaceUrl);
    if (!address.ok) throw new ClientInputError(`The interface URL ${address.error}`);
    const { signer, sub, delegation } = options;
    assertSameBrand(options);
    this.#interfaceUrl = options.interfaceUrl;
    this.#delegation = delegation;
    this.#caller = new BrandCaller(address.value.href, () => signer.token(sub), options, delegation);
  }

  /**
   * Sends a message and reads the reply (PACT 4). A message whose answer was lost is sent again with the same ids where
   * the Provider can tell; `ConversationClosedError` = start anew without contextId; any other failure is a ClientError
   * whose `sentMessage` says how to repeat it.
   */
  async send(message: OutgoingMessage): Promise<SendOutcome> {
    const sent = this.#name(message);
    const body = {
      message: {
        messageId: sent.messageId,
        ...(sent.contextId === undefined ? {} : { contextId: sent.contextId }),
        role: 'ROLE_USER',
        parts: [{ text: message.text }],
      },
    };
    try {
      const answer = await this.#caller.call({
        method: 'POST',
        path: '/message:send',
        body: JSON.stringify(body),
        headers: sent.idempotencyKey === undefined ? {} : { 'idempotency-key': sent.idempotencyKey },
        repeatable: sent.contextId !== undefined || sent.idempotencyKey !== undefined,
        ...(message.signal ? { signal: message.signal } : {}),
      });
      return await this.#withReceipt(readSendOutcome(answer, sent), answer);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      const named = sent.contextId === undefined ? error : asClosed(error);
      named.sentMessage = sent;
      throw named;
    }
  }

  /** The caller's tasks (PACT 2.2); `pageSize` from 1 to 100. */
  async listTasks(options: { pageSize?: number; signal?: AbortSignal } = {}): Promise<TaskList> {
    const query = options.pageSize === undefined ? '' : `?pageSize=${options.pageSize}`;
    return readTaskList(await this.#read(`/tasks${query}`, options.signal));
  }

  /** One task. Throws `TaskNotFoundError`: ordinary turns create none (PACT 4.2). */
  async getTask(id: string, options: { signal?: AbortSignal } = {}): Promise<Task> {
    return readTask(await this.#read(`/tasks/${encodeURIComponent(id)}`, options.signal));
  }

  /** Cancels a task; asking twice is harmless, so a lost answer is asked for again. */
  async cancelTask(id: string, options: { signal?: AbortSignal } = {}): Promise<Task> {
    const { value } = await this.#caller.call({
      method: 'POST',
      path: `/tasks/${encodeURIComponent(id)}:cancel`,
      repeatable: true,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    return readTask(value);
  }

  async #read(path: string, signal: AbortSignal | undefined): Promise<unknown> {
    const answer = await this.#caller.call({
      method: 'GET',
      path,
      repeatable: true,
      ...(signal ? { signal } : {}),
    });
    return answer.value;
  }

  /** Judges the receipt of what was done in the User's name; a task has one only when something was (P28). */
  async #withReceipt(
    outcome: SendOutcome & { metadata?: Readonly<Record<string, unknown>> },
    { delegation: tokens }: BrandAnswer,
  ): Promise<SendOutcome> {
    const { metadata, contextId } = outcome;
    if (!this.#delegation || !tokens) return outcome;
    const isReply = outcome.kind === 'reply';
    if (!isReply && metadata?.['pact.receipt'] === undefined) return outcome;
    const { keys, clientId } = this.#delegation.client;
    const receipt = await judgeReceipt(metadata, keys, {
      brand: this.#interfaceUrl,
      pa: clientId,
      contextId,
      ...(isReply ? { messageId: outcome.replyId } : {}),
      tokens,
    });
    return { ...outcome, receipt };
  }

  #name({ messageId, contextId, idempotencyKey }: OutgoingMessage): SentMessage {
    const named = { messageId: messageId ?? `m-${this.#freshId()}` };
    if (contextId !== undefined) return { ...named, contextId };
    if (idempotencyKey === false) return named;
    const key = idempotencyKey ?? `ik-${this.#freshId()}`;
    if (!HEADER_SAFE.test(key) || key.length > LIMITS.idempotencyKeyCharacters) {
      throw new ClientInputError('An idempotency key is 1 to 255 visible ASCII characters');
    }
    return { ...named, idempotencyKey: key };
  }

  #freshId(): string {
    return ulid(this.#caller.clock.nowMs(), this.#caller.randomBytes(RANDOM_BYTES_OF_AN_ID));
  }
}

/** A token for another Brand must never be sent here, nor one of another personal agent. */
function assertSameBrand({ interfaceUrl, signer, delegation }: BrandClientOptions): void {
  if (!delegation) return;
  const { server, clientId } = delegation.client;
  if (server.interfaceUrl === interfaceUrl && clientId === signer.issuer) return;
  throw new ClientInputError('The delegation belongs to another Brand or personal agent');
}

/** UNSUPPORTED_OPERATION on a message with a contextId can only mean a closed conversation (PACT 4.2). */
function asClosed(error: ClientError): ClientError {
  if (!(error instanceof UnsupportedOperationError)) return error;
  const refusal: Refusal = {
    reason: error.reason,
    message: error.message,
    httpStatus: error.httpStatus,
    cause: error,
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
  };
  return new ConversationClosedError(refusal);
}
