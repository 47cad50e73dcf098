import type { IncomingHttpHeaders } from 'node:http';
import { type StubReply, playReply } from './stub-brand-reply';
import { HostedStub } from './hosted-stub';
import { StubHost } from './stub-host';

/** One request for a completion. */
export interface StubCompletionRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: readonly StubChatMessage[];
    readonly tools?: readonly { readonly function: StubFunction }[];
    readonly tool_choice?: string;
  };
}

export interface StubChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly unknown[];
}

export interface StubFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}

/** A function that the stub model calls: its name, its arguments (JSON text goes out as it is), and its id. */
export type StubModelCall = readonly [name: string, args: unknown, id?: string];

/** The stub model answers with this text. */
export const completes = (content: string | null): StubReply => completion({ role: 'assistant', content });

/** The stub model calls these functions, all in one answer. */
export const callsFunctions = (...calls: readonly StubModelCall[]): StubReply =>
  completion({
    role: 'assistant',
    content: null,
    tool_calls: calls.map(([name, args, id], i) => ({
      id: id ?? `call_${i + 1}`,
      type: 'function',
      function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
    })),
  });

/** Decides by request; the number counts requests from 1. */
export type StubModelBehaviour = (request: StubCompletionRequest, count: number) => StubReply;

/** An OpenAI-compatible chat-completions endpoint that says what a test scripts, and remembers what it was asked. */
export class StubChatCompletions extends HostedStub {
  readonly requests: StubCompletionRequest[] = [];
  private behaviour: StubModelBehaviour = () => completes('Hello from the model.');

  static async start(): Promise<StubChatCompletions> {
    const stub = new StubChatCompletions();
    stub.host = await StubHost.start((request, bytes, response) => {
      const body = JSON.parse(bytes.toString('utf8')) as StubCompletionRequest['body'];
      const received = { path: request.url ?? '', headers: request.headers, body };
      stub.requests.push(received);
      playReply(stub.behaviour(received, stub.requests.length), response);
    });
    return stub;
  }

  /** The address to register as `agent.baseUrl`. */
  get baseUrl(): string {
    return `${this.host.origin}/v1`;
  }

  /** Says these one after the other, the last one again and again. */
  say(...replies: readonly StubReply[]): void {
    this.behaviour = (_request, count) => replies[Math.min(count, replies.length) - 1] ?? completes(null);
  }

  /** Decides by request from now on. */
  behave(behaviour: StubModelBehaviour): void {
    this.behaviour = behaviour;
  }
}

function completion(message: object): StubReply {
  const choices = [{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }];
  return { kind: 'json', body: { id: 'chatcmpl-1', object: 'chat.completion', model: 'stub', choices } };
}
