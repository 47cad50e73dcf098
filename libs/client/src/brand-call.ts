import { randomBytes as systemRandomBytes } from 'node:crypto';
import { setTimeout as systemSleep } from 'node:timers/promises';
import { type Clock, LIMITS } from '@surety/kernel';
import { readAnswer } from './answer';
import { ClientError } from './client-errors';
import { type Fetch, exchange } from './http-exchange';
import { DEFAULT_RETRY_POLICY, NO_HISTORY, type RetryPolicy, decideRetry } from './retry-plan';

/** What a client takes from its surroundings; everything has a default and may be replaced in tests. */
export interface ClientSurroundings {
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  readonly randomBytes?: (count: number) => Uint8Array;
  readonly sleep?: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** Bound of one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
}

/** One operation of a Brand; `path` starts with a slash and is relative to the interface URL. */
export interface BrandCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the Provider can tell a repeat from a new request (PACT 4.3). */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal;
}

/** A good answer and how often it was asked for. */
export interface BrandAnswer {
  readonly value: unknown;
  readonly requestId?: string;
  readonly attempts: number;
}

/** Sends the calls of one (Brand, User) and repeats them as PACT 4.3 and 6 allow. */
export class BrandCaller {
  readonly #interfaceUrl: string;
  readonly #token: () => string;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #policy: RetryPolicy;
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly #sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;

  /** `token` gives a fresh enough PA JWT for every attempt. */
  constructor(interfaceUrl: string, token: () => string, surroundings: ClientSurroundings) {
    this.#interfaceUrl = interfaceUrl.replace(/\/+$/, '');
    this.#token = token;
    this.#fetch = surroundings.fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#timeoutMs = surroundings.timeoutMs ?? LIMITS.clientAttemptMs;
    this.#policy = { ...DEFAULT_RETRY_POLICY, ...surroundings.retry };
    this.clock = surroundings.clock ?? { nowMs: () => Date.now() };
    this.randomBytes = surroundings.randomBytes ?? systemRandomBytes;
    this.#sleep =
      surroundings.sleep ?? ((delayMs, signal) => systemSleep(delayMs, undefined, signal ? { signal } : {}));
  }

  /** The answer of `call`, after repeats where they are allowed. Throws a {@link ClientError}, or the reason of an abort. */
  async call(call: BrandCall): Promise<BrandAnswer> {
    let history = NO_HISTORY;
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await this.#attempt(call);
      if (!(outcome instanceof ClientError)) return { ...outcome, attempts };
      const random = (this.randomBytes(1)[0] ?? 0) / 256;
      const decision = decideRetry(outcome, history, this.#policy, { repeatable: call.repeatable, random });
      if (decision.kind === 'give-up') throw decision.error;
      history = decision.history;
      await this.#pause(decision.delayMs, call.signal);
    }
  }

  async #attempt(call: BrandCall): Promise<{ value: unknown; requestId?: string } | ClientError> {
    try {
      const answer = await exchange(this.#fetch, {
        url: this.#interfaceUrl + call.path,
        method: call.method,
        headers: {
          accept: 'application/a2a+json',
          authorization: `Bearer ${this.#token()}`,
          'a2a-version': '1.0',
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        ...(call.body === undefined ? {} : { body: call.body }),
        timeoutMs: this.#timeoutMs,
        maxBytes: LIMITS.clientAnswerBytes,
        ...(call.signal ? { signal: call.signal } : {}),
      });
      const requestId = answer.headers.get('request-id') ?? undefined;
      return { value: readAnswer(answer, this.clock.nowMs()), ...(requestId ? { requestId } : {}) };
    } catch (error) {
      if (error instanceof ClientError) return error;
      throw error;
    }
  }

  async #pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#sleep(delayMs, signal);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw error;
    }
  }
}
