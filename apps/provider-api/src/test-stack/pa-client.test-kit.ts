import { setTimeout as sleep } from 'node:timers/promises';
import { type A2aAnswer, type StubPersonalAgent, readA2aAnswer, userMessage } from '@surety/testing';

/** A message that is sent byte for byte the same each time, as a retry is. */
export interface Letter {
  readonly brandId: string;
  readonly body: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A message to a Brand; the first of a conversation when there is no context, then with an Idempotency-Key (P11). */
export function letter(brandId: string, text: string, contextId?: string): Letter {
  const message = userMessage(text, { contextId });
  const messageId = String(message.messageId);
  const headers: Record<string, string> = contextId === undefined ? { 'idempotency-key': messageId } : {};
  return { brandId, messageId, body: JSON.stringify({ message }), headers };
}

/** A personal agent's side of the wire. */
export class PaClient {
  constructor(
    private readonly agent: StubPersonalAgent,
    private readonly audience: string,
    private readonly sub = 'user-1',
  ) {}

  get authorization(): string {
    return `Bearer ${this.agent.token({ audience: this.audience, sub: this.sub })}`;
  }

  /** Sends a letter to the Provider at this origin. Rejects when the connection breaks. */
  async send(origin: string, { brandId, body, headers }: Letter): Promise<A2aAnswer> {
    const response = await fetch(`${origin}/a2a/${brandId}/message:send`, {
      method: 'POST',
      headers: { authorization: this.authorization, ...headers },
      body,
    });
    return readA2aAnswer(response);
  }

  /** Any other authenticated route below the interface URL. */
  async ask(origin: string, brandId: string, route: string): Promise<A2aAnswer> {
    const headers = { authorization: this.authorization };
    return readA2aAnswer(await fetch(`${origin}/a2a/${brandId}/${route}`, { headers }));
  }
}

/** Looks every 50 ms until `look` gives something. Rejects after `withinMs`. */
export async function eventually<T>(
  what: string,
  withinMs: number,
  look: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > endMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await sleep(50);
  }
}
