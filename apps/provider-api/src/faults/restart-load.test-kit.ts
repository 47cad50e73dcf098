import { setTimeout as sleep } from 'node:timers/promises';
import { type A2aAnswer, assertEnvelope, assertReply } from '@surety/testing';
import { type Letter, type PaClient, letter } from '../test-stack/pa-client.test-kit';

/** One answer under load. */
export interface LoadAnswer {
  readonly route: 'message:send' | 'tasks';
  readonly beganMs: number;
  readonly tookMs: number;
  readonly status: number;
}

const PAUSE_MS = 30;

/** One User of a personal agent who talks in one conversation, and sends what failed again, byte for byte. */
export class LoadUser {
  readonly answers: LoadAnswer[] = [];
  /** What was sent, with the reply once there was one. */
  readonly sent: { readonly letter: Letter; reply?: string }[] = [];
  private stopped = false;

  constructor(
    private readonly client: PaClient,
    private readonly origin: string,
    private readonly brandId: string,
    private readonly contextId: string,
  ) {}

  /** Talks until told to stop. Rejects for an answer that a store which is away does not explain: a 401, a 404, a bare 5xx. */
  async talk(): Promise<void> {
    for (let n = 0; !this.stopped; n += 1) {
      const entry: { letter: Letter; reply?: string } = {
        letter: letter(this.brandId, `message ${n}`, this.contextId),
      };
      this.sent.push(entry);
      while (!this.stopped && entry.reply === undefined) {
        entry.reply = await this.try(entry.letter);
        await this.list();
        await sleep(PAUSE_MS);
      }
    }
  }

  stop(): void {
    this.stopped = true;
  }

  /** Sends once. Out: the reply, undefined when there is none yet. */
  async try(sent: Letter): Promise<string | undefined> {
    const answer = await this.timed('message:send', () => this.client.send(this.origin, sent));
    if (answer.status === 200) return JSON.stringify(assertReply(answer));
    assertEnvelope(answer, answer.status === 500 ? 'INTERNAL' : 'INVALID_PARAMS');
    return undefined;
  }

  private async list(): Promise<void> {
    const answer = await this.timed('tasks', () => this.client.ask(this.origin, this.brandId, 'tasks'));
    if (answer.status !== 200) assertEnvelope(answer, 'INTERNAL');
  }

  private async timed(route: LoadAnswer['route'], ask: () => Promise<A2aAnswer>): Promise<A2aAnswer> {
    const beganMs = performance.now();
    const answer = await ask();
    this.answers.push({ route, beganMs, tookMs: performance.now() - beganMs, status: answer.status });
    return answer;
  }
}
