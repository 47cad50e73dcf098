import { randomUUID } from 'node:crypto';
import { StubPersonalAgent, type StubTokenClaims } from '@surety/testing';
import { signPaJwt } from '@surety/tokens';
import { AdminApi } from './admin-api';
import { BrandEndpoint } from './brand-endpoint';
import { readStack } from './stack-descriptor';
import { until } from './until';

type Claims = Partial<Omit<StubTokenClaims, 'audience'>>;

interface RegistrationOptions {
  readonly stub?: StubPersonalAgent;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly firstToken?: (agent: RegisteredAgent) => string | null;
}

/** A personal agent of a suite's own: its keys, its JWKS host, and its registration by the operator. */
export class RegisteredAgent {
  private constructor(
    readonly stub: StubPersonalAgent,
    readonly id: string,
    readonly audience: string,
  ) {}

  /**
   * Registers one and waits until it is served, which its first token shows; `null` waits for nothing.
   * `more` goes into the body of the registration.
   */
  static async register({
    stub,
    more = {},
    firstToken = agent => agent.token(),
  }: RegistrationOptions = {}): Promise<RegisteredAgent> {
    const started = stub ?? (await StubPersonalAgent.start());
    const { id, audience } = await new AdminApi().registerPersonalAgent(
      started.issuer,
      started.jwksUri,
      more,
    );
    const agent = new RegisteredAgent(started, id, audience);
    const token = firstToken(agent);
    if (token !== null) await agent.served(token);
    return agent;
  }

  /** A token, good unless the claims say otherwise. */
  token(claims: Claims = {}): string {
    return this.stub.token({ audience: this.audience, ...claims });
  }

  /** Waits until every replica takes a token of it. */
  async served(token = this.token()): Promise<void> {
    const brand = sandboxBrand();
    await until(async () => (await brand.route('tasks', token)).status === 200);
  }

  /** What an operator does to it. */
  async turn(action: 'enable' | 'disable'): Promise<void> {
    await new AdminApi().call('POST', `/personal-agents/${this.id}/${action}`, {});
  }

  async stop(): Promise<void> {
    await this.stub.stop();
  }
}

/** One of the sandbox's two Brands, which answer any text. */
export function sandboxBrand(index: 0 | 1 = 0): BrandEndpoint {
  return new BrandEndpoint(readStack().sandbox.brands[index].interfaceUrl);
}

/** A User of the sandbox's personal agent, new unless named. */
export function sandboxToken(sub = `user-${randomUUID()}`): string {
  const { issuer, audience, privateJwk } = readStack().sandbox.personalAgent;
  return signPaJwt({ issuer, audience, privateJwk, sub, nowMs: Date.now() });
}
