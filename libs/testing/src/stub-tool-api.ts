import type { IncomingHttpHeaders } from 'node:http';
import type { JSONWebKeySet } from 'jose';
import { type StubReply, playReply } from './stub-brand-reply';
import { signatureFault } from './stub-brand-signature';
import { HostedStub } from './hosted-stub';
import { StubHost } from './stub-host';

/** One call that reached the stub API. */
export interface StubToolCall {
  readonly method: string;
  /** Path and query, as they stood in the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body as JSON, undefined when it is none. */
  readonly json: unknown;
  /** The port that the connection came from. */
  readonly fromPort: number | undefined;
  /** What is wrong with the signature; undefined when it holds, and when the stub knows no keys. */
  readonly signatureFault: string | undefined;
}

/** Decides by call; the number counts calls from 1. */
export type StubToolBehaviour = (call: StubToolCall, count: number) => StubReply | Promise<StubReply>;

/** A Brand's API behind its tools, with programmable behaviour, that remembers every call (PACT wire 5.4). */
export class StubToolApi extends HostedStub {
  readonly calls: StubToolCall[] = [];
  private behaviour: StubToolBehaviour = () => ({ kind: 'json', body: { status: 'fine' } });

  private constructor(private readonly keys: (() => JSONWebKeySet) | undefined) {
    super();
  }

  /** In: the Provider's webhook keys, asked at every call; calls are verified only when they are given. */
  static async start(keys?: () => JSONWebKeySet): Promise<StubToolApi> {
    const api = new StubToolApi(keys);
    api.host = await StubHost.start(async (request, body, response) => {
      const { method = '', url: target = '', headers } = request;
      const call: StubToolCall = {
        method,
        target,
        headers,
        body,
        json: parse(body),
        fromPort: request.socket.remotePort,
        signatureFault: await api.faultOf(method, target, headers, body),
      };
      api.calls.push(call);
      playReply(await api.behaviour(call, api.calls.length), response);
    });
    return api;
  }

  get origin(): string {
    return this.host.origin;
  }

  /** Answers from now on like this. */
  behave(behaviour: StubReply | StubToolBehaviour): void {
    this.behaviour = typeof behaviour === 'function' ? behaviour : () => behaviour;
  }

  private async faultOf(
    method: string,
    target: string,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Promise<string | undefined> {
    if (this.keys === undefined) return undefined;
    const signed = {
      signature: headers['surety-signature']?.toString(),
      idempotencyKey: headers['idempotency-key']?.toString(),
      body,
      method,
      url: this.origin + target,
      nowMs: Date.now(),
    };
    return signatureFault(signed, this.keys());
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
