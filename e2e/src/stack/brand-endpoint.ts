import type { OutgoingHttpHeaders } from 'node:http';
import { type A2aAnswer, type DraftMessage, sendMessageBody } from '@surety/testing';
import { type Question, ask } from './ask';

/** A Brand's interface URL, asked as a personal agent asks it. */
export class BrandEndpoint {
  constructor(readonly interfaceUrl: string) {}

  get cardUrl(): string {
    return `${this.interfaceUrl}/.well-known/agent-card.json`;
  }

  /** Any route below the interface URL, `tasks` for example; without a token no Authorization is sent. */
  route(route: string, token?: string, question: Question = {}): Promise<A2aAnswer> {
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return ask(`${this.interfaceUrl}/${route}`, {
      ...question,
      headers: { ...authorization, ...question.headers },
    });
  }

  /** A message in the body that PACT 4 shows; `beside` stands beside it. */
  send(
    token: string,
    message: DraftMessage,
    { headers, beside }: { headers?: OutgoingHttpHeaders; beside?: Readonly<Record<string, unknown>> } = {},
  ): Promise<A2aAnswer> {
    return this.sendBody(token, sendMessageBody(message, beside), headers);
  }

  /** Any bytes as the body of message:send. */
  sendBody(token: string, body: string | Uint8Array, headers: OutgoingHttpHeaders = {}): Promise<A2aAnswer> {
    const all = { 'Content-Type': 'application/json', 'A2A-Version': '1.0', ...headers };
    return this.route('message:send', token, { method: 'POST', body, headers: all });
  }
}
