import {
  type BadPaJwt,
  PaJwtWriter,
  StubBrand,
  badPaJwts,
  makePaJwtWorld,
  readA2aAnswer,
  assertReply,
  sendMessageBody,
  userMessage,
} from '@surety/testing';
import { bootApp, type RunningApp } from '@surety/platform';
import { providerBootOptions } from '../boot';
import { RegisteredWorld } from '../test-stack/registered-world.test-kit';

/** Answers fast and always fails, so that its messages get INTERNAL on purpose. */
const BROKEN = { kind: 'json', status: 500, body: {} } as const;
const SUBS = ['user-a', 'user-b', 'user-c', 'user-d'];
const CONTEXTS_PER_SUB = 16;
/** Bad tokens stay bad for 20 s, good ones good for 115 s: all are made anew before. */
const TOKENS_MS = 10_000;

/** A conversation with the script Brand that exists before the fuzzing begins. */
export interface KnownContext {
  readonly id: string;
  readonly sub: string;
  readonly closed: boolean;
  readonly messageId: string;
  readonly replyId: string;
}

/** What a target's Brand is to the Provider. */
export type BrandKind = 'script' | 'webhook' | 'broken' | 'closed' | 'unknown';

/** A running route: verb and path as Fastify routes it. */
export interface RunningRoute {
  readonly method: string;
  readonly path: string;
}

interface Tokens {
  readonly madeMs: number;
  readonly writer: PaJwtWriter;
  readonly bad: readonly BadPaJwt[];
  readonly bySub: Map<string, string>;
}

/** The Provider in this process with everything that a fuzzer needs to get past each check. */
export class FuzzWorld {
  readonly subs = SUBS;
  readonly routes: RunningRoute[] = [];
  contexts: readonly KnownContext[] = [];
  private readonly brandKinds = new Map<string, BrandKind>();
  private tokens: Tokens | undefined;
  private running!: RunningApp;
  private jti = 0;

  private constructor(
    private readonly world: RegisteredWorld,
    private readonly identity: ReturnType<typeof makePaJwtWorld>,
    private readonly limited: Awaited<ReturnType<RegisteredWorld['personalAgent']>>,
    private readonly stubs: readonly StubBrand[],
  ) {}

  static async open(): Promise<FuzzWorld> {
    const world = await RegisteredWorld.open();
    const agent = await world.personalAgent();
    const registered = { issuer: agent.issuer, audience: world.audience, sub: 'user-a' };
    const identity = makePaJwtWorld(registered);
    agent.behaviour = { kind: 'raw', body: identity.jwks };
    const limited = await world.personalAgent({
      perSecond: 1,
      burst: 1,
      perUserPerSecond: 1,
      perUserBurst: 1,
    });
    const stubs = [await StubBrand.start(), await StubBrand.start()];
    stubs[1]?.behave(BROKEN);
    const fuzz = new FuzzWorld(world, identity, limited, stubs);
    await fuzz.register();
    await fuzz.boot();
    await fuzz.converse();
    return fuzz;
  }

  get origin(): string {
    return this.running.origins[0] ?? '';
  }

  brandOf(kind: Exclude<BrandKind, 'unknown'>): string {
    return [...this.brandKinds].find(([, each]) => each === kind)?.[0] ?? '';
  }

  kindOf(brandId: string): BrandKind {
    return this.brandKinds.get(brandId) ?? 'unknown';
  }

  /** A good token; a fresh one has to be verified, the other is remembered. */
  goodToken(sub: string, fresh: boolean): string {
    const { writer, bySub } = this.currentTokens();
    if (fresh) return writer.withClaims({ sub, jti: `jti-${(this.jti += 1)}` });
    const token = bySub.get(sub) ?? writer.withClaims({ sub });
    bySub.set(sub, token);
    return token;
  }

  /** Of a personal agent that may ask once a second. */
  limitedToken(): string {
    return this.limited.token({ audience: this.world.audience });
  }

  /** One of the negative corpus. */
  badToken(pick: number): string {
    const { bad } = this.currentTokens();
    return bad[pick % bad.length]?.token ?? '';
  }

  /** What the Provider counted so far, by the value of one label. */
  async counted(metric: string, label: string): Promise<Record<string, number>> {
    const response = await fetch(`${this.origin}/metrics`);
    const counts: Record<string, number> = {};
    for (const line of (await response.text()).split('\n')) {
      if (!line.startsWith(`${metric}{`)) continue;
      const name = new RegExp(`${label}="([^"]*)"`).exec(line)?.[1] ?? '';
      counts[name] = (counts[name] ?? 0) + Number(line.split(' ').at(-1));
    }
    return counts;
  }

  async close(): Promise<void> {
    await this.running.stop();
    await Promise.all(this.stubs.map(stub => stub.stop()));
    await this.world.close();
  }

  private currentTokens(): Tokens {
    const nowMs = Date.now();
    if (this.tokens && nowMs - this.tokens.madeMs < TOKENS_MS) return this.tokens;
    const writer = new PaJwtWriter(this.identity, nowMs);
    this.tokens = { madeMs: nowMs, writer, bad: badPaJwts(this.identity, nowMs), bySub: new Map() };
    return this.tokens;
  }

  private async register(): Promise<void> {
    const [webhook, broken] = this.stubs;
    if (!webhook || !broken) throw new Error('two stub Brands are needed');
    const script = await this.world.scriptBrand();
    await this.world.run('UPDATE brand SET domain = $2 WHERE id = $1', [script, 'provider.test']);
    this.brandKinds.set(script, 'script');
    this.brandKinds.set(await this.world.webhookBrand(webhook), 'webhook');
    this.brandKinds.set(await this.world.webhookBrand(broken), 'broken');
    const closed = await this.world.scriptBrand();
    await this.world.run('UPDATE brand SET closed_at = clock_timestamp() WHERE id = $1', [closed]);
    this.brandKinds.set(closed, 'closed');
  }

  private async boot(): Promise<void> {
    const options = providerBootOptions(this.world.settings({ SURETY_LOG_LEVEL: 'fatal' }));
    this.running = await bootApp({
      ...options,
      stopOnSignals: false,
      configure: (app, server) => {
        server.addHook('onRoute', ({ method, url }) => {
          for (const verb of [method].flat()) this.routes.push({ method: verb, path: url });
        });
        return options.configure?.(app, server);
      },
    });
  }

  /** Conversations of every user, every fourth of them closed by the agent. */
  private async converse(): Promise<void> {
    const made = SUBS.flatMap(sub =>
      Array.from({ length: CONTEXTS_PER_SUB }, (_, n) => this.conversation(sub, n % 4 === 0)),
    );
    this.contexts = await Promise.all(made);
  }

  private async conversation(sub: string, closed: boolean): Promise<KnownContext> {
    const message = userMessage(closed ? 'goodbye' : 'Hello');
    const response = await fetch(`${this.origin}/a2a/${this.brandOf('script')}/message:send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.goodToken(sub, false)}` },
      body: sendMessageBody(message),
    });
    const { contextId, messageId: replyId } = assertReply(await readA2aAnswer(response));
    return { id: contextId, sub, closed, messageId: String(message.messageId), replyId };
  }
}
