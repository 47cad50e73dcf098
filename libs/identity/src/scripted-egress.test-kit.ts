import { EgressError } from '@surety/platform';
import type { PublicSigningJwk } from '@surety/tokens';
import type { Egress } from './jwks-fetch';

type Answer = Awaited<ReturnType<Egress['fetch']>>;

/** A fetch under way, to be ended by the test. */
export interface PendingFetch {
  readonly url: string;
  answer(body: unknown, status?: number): Promise<void>;
  fail(code?: EgressError['code']): Promise<void>;
  crash(error: Error): Promise<void>;
}

/** Outside hosts without a network: a fetch answers what its address holds, or waits for the test where `isManual`. */
export class ScriptedEgress implements Egress {
  readonly urls: string[] = [];
  readonly pending: PendingFetch[] = [];
  readonly bodies = new Map<string, string>();
  isManual = false;

  publish(url: string, keys: readonly PublicSigningJwk[]): void {
    this.bodies.set(url, JSON.stringify({ keys }));
  }

  fetch(url: string): Promise<Answer> {
    this.urls.push(url);
    if (this.isManual) return new Promise((resolve, reject) => this.hold(url, resolve, reject));
    const body = this.bodies.get(url);
    if (body === undefined) return Promise.reject(new EgressError('connect', 'nobody listens', false));
    return Promise.resolve({ status: 200, headers: {}, body: Buffer.from(body) });
  }

  private hold(url: string, resolve: (answer: Answer) => void, reject: (error: Error) => void): void {
    this.pending.push({
      url,
      answer: (body, status = 200) => {
        resolve({
          status,
          headers: {},
          body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
        });
        return settled();
      },
      fail: (code = 'timeout') => {
        reject(new EgressError(code, 'as scripted', false));
        return settled();
      },
      crash: error => {
        reject(error);
        return settled();
      },
    });
  }
}

/** Resolves when everything that was ready to run has run. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

/** A clock that stands still until it is set. */
export class SetClock {
  constructor(public now: number) {}

  nowMs(): number {
    return this.now;
  }

  pass(ms: number): void {
    this.now += ms;
  }
}

/** An observer that keeps what it was told. */
export class KeptObservations {
  readonly tokens: string[] = [];
  readonly fetches: string[] = [];
  readonly discoveries: string[] = [];

  token(outcome: string): void {
    this.tokens.push(outcome);
  }

  jwksFetch(reason: string, outcome: string): void {
    this.fetches.push(`${reason} ${outcome}`);
  }

  discovery(outcome: string): void {
    this.discoveries.push(outcome);
  }
}
