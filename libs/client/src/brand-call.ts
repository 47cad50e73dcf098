import { randomBytes as systemRandomBytes } from 'node:crypto';
import { type Clock, LIMITS } from '@surety/kernel';
import { readAnswer } from './answer';
import { ClientError } from './client-errors';
import { DelegationRefusedError } from './delegation-errors';
import type { DelegationTokens } from './delegation-tokens';
import { type Fetch, exchange } from './http-exchange';
import { type Sleep, pause, realSleep } from './pause';
import { DEFAULT_RETRY_POLICY, NO_HISTORY, type RetryPolicy, decideRetry } from './retry-plan';

/** What a client takes from its surroundings; everything has a default and may be replaced in tests. */
export interface ClientSurroundings {
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  readonly randomBytes?: (count: number) => Uint8Array;
  readonly sleep?: Sleep;
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
  /** What was presented in the User's name; left out when nothing was. */
  readonly delegation?: DelegationTokens;
}

/** Where delegation tokens come from: fresh ones, and others in place of one that was refused. */
export interface DelegationSource {
  tokens(): Promise<DelegationTokens | undefined>;
  renew(refused: string): Promise<DelegationTokens | undefined>;
}

/** Sends the calls of one (Brand, User) and repeats them as PACT 4.3 and 6 allow. */
export class BrandCaller {
  readonly #interfaceUrl: string;
  readonly #token: () => string;
  readonly #delegation: DelegationSource | undefined;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #policy: RetryPolicy;
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly #sleep: Sleep;

  /** `token` gives a fresh enough PA JWT for every attempt; `delegation` what goes beside it (PACT 5.5). */
  constructor(
    interfaceUrl: string,
    token: () => string,
    surroundings: ClientSurroundings,
    delegation?: DelegationSource,
  ) {
    this.#interfaceUrl = interfaceUrl.replace(/\/+$/, '');
    this.#token = token;
    this.#delegation = delegation;
    this.#fetch = surroundings.fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#timeoutMs = surroundings.timeoutMs ?? LIMITS.clientAttemptMs;
    this.#policy = { ...DEFAULT_RETRY_POLICY, ...surroundings.retry };
    this.clock = surroundings.clock ?? { nowMs: () => Date.now() };
    this.randomBytes = surroundings.randomBytes ?? systemRandomBytes;
    this.#sleep = surroundings.sleep ?? realSleep;
  }

  /**
   * The answer of `call`, after repeats where they are allowed. A delegation token that is refused is renewed once: nothing
   * was processed then. Throws a {@link ClientError}, or the reason of an abort.
   */
  async call(call: BrandCall): Promise<BrandAnswer> {
    let history = NO_HISTORY;
    let delegation = await this.#delegation?.tokens();
    let isRenewed = false;
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await this.#attempt(call, delegation);
      if (!(outcome instanceof ClientError)) {
        return { ...outcome, attempts, ...(delegation ? { delegation } : {}) };
      }
      if (outcome instanceof DelegationRefusedError && delegation && !isRenewed) {
        isRenewed = true;
        delegation = await this.#delegation?.renew(delegation.accessToken);
        // Without any token left this would become an identity turn, which nobody asked for.
        if (!delegation) throw outcome;
        continue;
      }
      const random = (this.randomBytes(1)[0] ?? 0) / 256;
      const decision = decideRetry(outcome, history, this.#policy, { repeatable: call.repeatable, random });
      if (decision.kind === 'give-up') throw decision.error;
      history = decision.history;
      await pause(this.#sleep, decision.delayMs, call.signal);
    }
  }

  async #attempt(
    call: BrandCall,
    delegation: DelegationTokens | undefined,
  ): Promise<{ value: unknown; requestId?: string } | ClientError> {
    try {
      const answer = await exchange(this.#fetch, {
        url: this.#interfaceUrl + call.path,
        method: call.method,
        headers: {
          accept: 'application/a2a+json',
          authorization: `Bearer ${this.#token()}`,
          'a2a-version': '1.0',
          ...(delegation ? { 'x-a2a-user-delegation': `Bearer ${delegation.accessToken}` } : {}),
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
}
