import type { ServerResponse } from 'node:http';
import {
  type PaJwtClaims,
  type PrivateSigningJwk,
  generateSigningJwk,
  publicPart,
  signPaJwt,
} from '@surety/tokens';
import { HostedStub } from './hosted-stub';
import { StubHost } from './stub-host';

/** How the JWKS host of a stub personal agent behaves (P25). */
export type JwksBehaviour =
  | { readonly kind: 'up' }
  /** Connections are broken before an answer. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'status'; readonly status: number }
  /** The key set, `afterMs` late. */
  | { readonly kind: 'slow'; readonly afterMs: number }
  /** Connections are accepted and nothing is ever answered. */
  | { readonly kind: 'hang' }
  /** The key set, padded to `bytes`. */
  | { readonly kind: 'huge'; readonly bytes: number }
  | { readonly kind: 'redirect'; readonly location: string }
  /** These bytes in place of a key set. */
  | { readonly kind: 'raw'; readonly body: string };

export interface StubTokenClaims extends Partial<Omit<PaJwtClaims, 'privateJwk' | 'audience'>> {
  readonly audience: string;
  /** Another key than the current one, published or not. */
  readonly privateJwk?: PrivateSigningJwk;
}

const JWKS_PATH = '/.well-known/jwks.json';
const DISCOVERY_PATH = '/.well-known/openid-configuration';

/** A personal agent with a real JWKS host whose faults can be switched, and a signer for any User (PACT 3). */
export class StubPersonalAgent extends HostedStub {
  /** How often the key set was asked for. */
  jwksFetches = 0;
  behaviour: JwksBehaviour = { kind: 'up' };
  /** What the discovery document says its issuer is; the own one unless set. */
  discoveryIssuer: string | undefined;
  private keys: PrivateSigningJwk[];

  private constructor(private readonly alg: 'ES256' | 'RS256') {
    super();
    this.keys = [generateSigningJwk(alg).privateJwk];
  }

  static async start(options: { alg?: 'ES256' | 'RS256'; port?: number } = {}): Promise<StubPersonalAgent> {
    const agent = new StubPersonalAgent(options.alg ?? 'ES256');
    agent.host = await StubHost.start(
      (request, _body, response) => agent.serve(request.url ?? '', response),
      options.port,
    );
    return agent;
  }

  get issuer(): string {
    return this.host.origin;
  }

  get jwksUri(): string {
    return this.host.origin + JWKS_PATH;
  }

  /** The key that signs at the moment; it is the newest published one. */
  get privateJwk(): PrivateSigningJwk {
    const key = this.keys.at(-1);
    if (key === undefined) throw new Error('the stub personal agent has no key');
    return key;
  }

  /** Publishes a new key and signs with it; the old ones stay published only with `keepOld`. */
  rotate({ keepOld = false } = {}): void {
    const fresh = generateSigningJwk(this.alg).privateJwk;
    this.keys = keepOld ? [...this.keys, fresh] : [fresh];
  }

  /** A personal-agent JWT, good unless the claims say otherwise: sub `user-1`, this issuer, the current key, now. */
  token(claims: StubTokenClaims): string {
    return signPaJwt({
      privateJwk: this.privateJwk,
      issuer: this.issuer,
      sub: 'user-1',
      nowMs: Date.now(),
      ...claims,
    });
  }

  private serve(url: string, response: ServerResponse): void {
    if (url === JWKS_PATH) {
      this.jwksFetches += 1;
      this.serveJwks(response);
    } else if (url === DISCOVERY_PATH) {
      const document = { issuer: this.discoveryIssuer ?? this.issuer, jwks_uri: this.jwksUri };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
    } else {
      response.writeHead(404).end();
    }
  }

  private serveJwks(response: ServerResponse): void {
    const { behaviour } = this;
    switch (behaviour.kind) {
      case 'up':
        return this.sendKeys(response);
      case 'broken':
        response.socket?.resetAndDestroy();
        return;
      case 'status':
        response.writeHead(behaviour.status).end();
        return;
      case 'slow': {
        const timer = setTimeout(() => this.sendKeys(response), behaviour.afterMs);
        response.once('close', () => clearTimeout(timer));
        return;
      }
      case 'hang':
        return;
      case 'huge':
        return this.sendKeys(response, behaviour.bytes);
      case 'redirect':
        response.writeHead(302, { Location: behaviour.location }).end();
        return;
      case 'raw':
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(behaviour.body);
        return;
    }
  }

  /** The key set; blanks fill it up to `bytes`, so that it stays well-formed JSON. */
  private sendKeys(response: ServerResponse, bytes = 0): void {
    const body = JSON.stringify({ keys: this.keys.map(publicPart) }).padEnd(bytes);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
  }
}
