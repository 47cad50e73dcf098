import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { JSONWebKeySet } from 'jose';
import { type StubReply, playReply, says } from './stub-brand-reply';
import { signatureFault } from './stub-brand-signature';
import { HostedStub } from './hosted-stub';
import { StubHost } from './stub-host';

/** One delivery that reached the stub Brand. */
export interface StubDelivery {
  readonly idempotencyKey: string;
  readonly headers: IncomingHttpHeaders;
  /** Header names as they were written on the wire, in order. */
  readonly headerNames: readonly string[];
  readonly bytes: Buffer;
  /** The port that the connection came from. */
  readonly fromPort: number | undefined;
  /** The body as JSON, undefined when it is none. */
  readonly turn: StubTurn | undefined;
  /** What is wrong with the signature; undefined when it holds, and when the stub knows no keys. */
  readonly signatureFault: string | undefined;
}

/** The members of a delivery's body that behaviours decide by (PACT wire 5.1). */
export interface StubTurn {
  readonly brandId: string;
  readonly turnId: string;
  readonly step: number;
  readonly attempt: number;
  readonly contextId: string;
  readonly messageId: string;
  readonly text: string;
  readonly resumed: boolean;
  readonly tools: readonly { readonly name: string; readonly available: boolean }[];
  readonly toolResults: readonly { readonly id: string; readonly ok: boolean; readonly replayed: boolean }[];
}

export interface StubBrandOptions {
  /** The path of the endpoint, with its query if any. */
  readonly path?: string;
  readonly port?: number;
  /** The Provider's webhook keys, asked at every delivery; deliveries are verified only when they are given. */
  readonly keys?: () => Promise<JSONWebKeySet> | JSONWebKeySet;
}

/** Decides by delivery; the number counts deliveries from 1, whatever their keys. */
export type StubBehaviour = (delivery: StubDelivery, count: number) => StubReply | Promise<StubReply>;

/** A Brand's webhook endpoint with programmable behaviour that remembers every delivery (PACT wire 5.1 to 5.3). */
export class StubBrand extends HostedStub {
  readonly deliveries: StubDelivery[] = [];
  private behaviour: StubBehaviour = delivery => says(`You said: ${delivery.turn?.text}`);
  private waiting: (() => void)[] = [];

  private constructor(private readonly options: StubBrandOptions) {
    super();
  }

  static async start(options: StubBrandOptions = {}): Promise<StubBrand> {
    const brand = new StubBrand(options);
    brand.host = await StubHost.start(
      (request, body, response) => brand.receive(request, body, response),
      options.port,
    );
    return brand;
  }

  /** The address to register as `agent.url`. */
  get url(): string {
    return this.host.origin + (this.options.path ?? '/agent');
  }

  /** Answers from now on like this. */
  behave(behaviour: StubReply | StubBehaviour): void {
    this.behaviour = typeof behaviour === 'function' ? behaviour : () => behaviour;
  }

  /** How often each `Idempotency-Key` arrived. */
  countsByKey(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { idempotencyKey } of this.deliveries) {
      counts.set(idempotencyKey, (counts.get(idempotencyKey) ?? 0) + 1);
    }
    return counts;
  }

  /** Waits until `count` deliveries have arrived. Rejects after `withinMs`. */
  async delivered(count: number, withinMs = 10_000): Promise<void> {
    const deadlineMs = performance.now() + withinMs;
    while (this.deliveries.length < count) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0)
        throw new Error(`${this.deliveries.length} of ${count} deliveries within ${withinMs} ms`);
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, leftMs);
        this.waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  private async receive(request: IncomingMessage, bytes: Buffer, response: ServerResponse): Promise<void> {
    const signature = request.headers['surety-signature']?.toString();
    const idempotencyKey = request.headers['idempotency-key']?.toString() ?? '';
    const url = this.host.origin + request.url;
    const keys = await this.options.keys?.();
    const signed = { signature, idempotencyKey, body: bytes, url, nowMs: Date.now() };
    const delivery: StubDelivery = {
      idempotencyKey,
      headers: request.headers,
      headerNames: request.rawHeaders.filter((_name, i) => i % 2 === 0),
      bytes,
      fromPort: request.socket.remotePort,
      turn: parseTurn(bytes),
      signatureFault: keys && (await signatureFault(signed, keys)),
    };
    this.deliveries.push(delivery);
    const count = this.deliveries.length;
    this.waiting.splice(0).forEach(wake => wake());
    playReply(await this.behaviour(delivery, count), response);
  }
}

function parseTurn(bytes: Buffer): StubTurn | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as StubTurn;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
