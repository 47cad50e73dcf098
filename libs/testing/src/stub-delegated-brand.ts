import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type ShownReceipt, agentCard, messageReply, stepUpReply } from '@surety/a2a';
import {
  type ReceiptAction,
  type ReceiptClaims,
  readJwks,
  signReceipt,
  verifyDelegationToken,
} from '@surety/tokens';
import { type StubAnswer, StubAuthorizationServer } from './stub-authorization-server';
import { HostedStub } from './hosted-stub';
import { StubHost } from './stub-host';

/** A request that reached the stub. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer out of turn: the connection breaks, before or after the request took effect. */
export type ScriptedAnswer = StubAnswer | 'drop' | 'lose';

/** A receipt before it is signed. */
export interface StubReceipt {
  readonly facts: Omit<ReceiptClaims, 'ts'> & { readonly tsMs: number };
  readonly reply: { readonly contextId: string; readonly messageId: string };
}

interface StubMessage {
  readonly messageId: string;
  readonly contextId?: string;
  readonly parts: readonly { readonly text: string }[];
}

const SCOPES = { 'orders:read': 'Look up your orders', 'orders:cancel': 'Cancel an order' };

/**
 * A Provider with one Brand that delegates, over real HTTP (PACT 5): card, authorization server, and an agent that needs
 * `orders:read` for a text about orders and `orders:cancel` as well to cancel one. A test may bend every answer.
 */
export class StubDelegatedBrand extends HostedStub {
  readonly received: StubRequest[] = [];
  readonly oauth: StubAuthorizationServer;
  /** Replaces members of the card. */
  bendCard: (card: Record<string, unknown>) => object = card => card;
  bendMetadata: (metadata: object) => object = metadata => metadata;
  /** Bends receipts before they are signed; undefined leaves the receipt out. */
  bendReceipt: (receipt: StubReceipt) => StubReceipt | undefined = receipt => receipt;
  private readonly scripts = new Map<string, ScriptedAnswer[]>();
  private turns = 0;

  private constructor() {
    super();
    this.oauth = new StubAuthorizationServer(() => this.interfaceUrl, SCOPES);
  }

  static async start(): Promise<StubDelegatedBrand> {
    const brand = new StubDelegatedBrand();
    brand.host = await StubHost.start((request, body, response) => brand.serve(request, body, response));
    return brand;
  }

  get interfaceUrl(): string {
    return `${this.host.origin}/a2a/brand-1`;
  }

  get cardUrl(): string {
    return `${this.interfaceUrl}/.well-known/agent-card.json`;
  }

  /** The next answers at a path below the interface URL, such as `/oauth/token`. */
  script(path: string, ...answers: ScriptedAnswer[]): void {
    this.scripts.set(path, answers);
  }

  /** What was asked at a path below the interface URL, as a form. */
  forms(path: string): URLSearchParams[] {
    return this.received
      .filter(request => request.path === `/a2a/brand-1${path}`)
      .map(request => new URLSearchParams(request.body));
  }

  private serve(
    { method = '', url = '', headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): void {
    const request = { method, path: url, headers, body: body.toString('utf8') };
    this.received.push(request);
    const path = url.startsWith('/a2a/brand-1') ? url.slice('/a2a/brand-1'.length) : url;
    const scripted = this.scripts.get(path)?.shift();
    if (scripted === 'drop') return void response.destroy();
    const answer = scripted === undefined || scripted === 'lose' ? this.answer(path, request) : scripted;
    if (scripted === 'lose') return void response.destroy();
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? '');
    const type = path.startsWith('/oauth') ? 'application/json' : 'application/a2a+json';
    response.writeHead(answer.status, { 'content-type': type, 'request-id': 'req-1', ...answer.headers });
    response.end(answer.body === undefined ? '' : text);
  }

  private answer(path: string, request: StubRequest): StubAnswer {
    const form = new URLSearchParams(request.body);
    const routes: Record<string, () => StubAnswer> = {
      '/.well-known/agent-card.json': () => ({ status: 200, body: this.card() }),
      '/oauth/.well-known/oauth-authorization-server': () => ({
        status: 200,
        body: this.bendMetadata(this.oauth.metadata()),
      }),
      '/oauth/jwks.json': () => ({ status: 200, body: this.oauth.jwks() }),
      '/oauth/device_authorization': () => this.oauth.authorizeDevice(form),
      '/oauth/token': () => this.oauth.token(form),
      '/oauth/revoke': () => this.oauth.revoke(form),
      '/message:send': () => this.turn(request),
      '/tasks': () => this.tasks(request),
    };
    return routes[path]?.() ?? { status: 404 };
  }

  private card(): object {
    const { issuer, scopes } = this.oauth;
    const text = agentCard({
      name: 'Northwind',
      description: 'Northwind support',
      version: '1.0.0',
      skills: [{ id: 'support', name: 'Support', description: 'Answers.', tags: ['support'] }],
      interfaceUrl: this.interfaceUrl,
      publicUrl: this.host.origin,
      organization: 'Stub',
      identityScheme: 'paJwt',
      delegation: {
        deviceAuthorizationUrl: `${issuer}/device_authorization`,
        tokenUrl: `${issuer}/token`,
        metadataUrl: `${issuer}/.well-known/oauth-authorization-server`,
        scopes: Object.entries(scopes).map(([id, description]) => ({ id, description })),
      },
    });
    return this.bendCard(JSON.parse(text) as Record<string, unknown>);
  }

  private tasks(request: StubRequest): StubAnswer {
    const header = request.headers['x-a2a-user-delegation'];
    if (header !== undefined && !this.scopesOf(header)) return badToken();
    return { status: 200, body: { tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 } };
  }

  /** One message: a step-up, or a reply with its receipt when it was delegated (PACT 5.5, 5.6). */
  private turn(request: StubRequest): StubAnswer {
    const header = request.headers['x-a2a-user-delegation'];
    const scopes = header === undefined ? [] : this.scopesOf(header);
    if (!scopes) return badToken();
    const { message } = JSON.parse(request.body) as { message: StubMessage };
    const text = message.parts[0]?.text ?? '';
    this.turns += 1;
    const contextId = message.contextId ?? `ctx-${this.turns}`;
    const needed = neededScopes(text);
    const missing = needed.filter(id => !scopes.includes(id));
    if (missing.length > 0) return stepUp(contextId, `t-${this.turns}`, missing);
    const messageId = `r-${this.turns}`;
    const receipt =
      header === undefined ? undefined : this.receipt(request, needed, { contextId, messageId });
    return { status: 200, body: messageReply({ messageId, contextId, text: `done: ${text}`, receipt }) };
  }

  private receipt(
    request: StubRequest,
    scopesUsed: readonly string[],
    reply: StubReceipt['reply'],
  ): ShownReceipt | undefined {
    const pa = claimOf(request.headers.authorization, 'iss');
    const actions: ReceiptAction[] = scopesUsed.map(id => ({ tool: id.replace(':', '_') }));
    const { brandUser, grant } = this.oauth;
    const bent = this.bendReceipt({
      facts: {
        grantId: grant?.id ?? '',
        user: brandUser,
        pa,
        brand: this.interfaceUrl,
        scopesUsed,
        actions,
        tsMs: this.oauth.nowMs(),
      },
      reply,
    });
    return bent && signReceipt(this.oauth.privateJwk, bent.facts, bent.reply);
  }

  /** The scopes of a good delegation header; undefined for a bad one. */
  private scopesOf(header: string | string[]): readonly string[] | undefined {
    const token = String(header).replace(/^Bearer /, '');
    const keys = readJwks(JSON.stringify(this.oauth.jwks()));
    const { grant, issuer } = this.oauth;
    const expected = { issuer, interfaceUrl: this.interfaceUrl, clientId: claimOf(header, 'client_id') };
    const read = keys.ok && verifyDelegationToken(token, keys.value, expected, this.oauth.nowMs());
    if (!read || !read.ok || !grant || grant.revoked || grant.id !== read.value.grantId) return undefined;
    return read.value.scopes.filter(id => grant.scopes.includes(id));
  }
}

function neededScopes(text: string): readonly string[] {
  if (/cancel/i.test(text)) return ['orders:read', 'orders:cancel'];
  return /order/i.test(text) ? ['orders:read'] : [];
}

function stepUp(contextId: string, taskId: string, missing: readonly string[]): StubAnswer {
  const body = stepUpReply({
    taskId,
    contextId,
    messageId: `m-${taskId}`,
    text: `I need permission: ${missing.join(', ')}`,
    timestamp: '2026-11-30T12:00:00.000Z',
    missingScopes: missing,
    verificationUriComplete: 'https://brand.example/login?return_to=step-up',
  });
  return { status: 200, body };
}

function badToken(): StubAnswer {
  return { status: 401, headers: { 'www-authenticate': 'Bearer realm="a2a", error="invalid_token"' } };
}

/** A claim of a Bearer token, unverified: the stub trusts the personal agents of its tests. */
function claimOf(header: string | string[] | undefined, name: string): string {
  const payload = String(header).split('.')[1] ?? '';
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8') || '{}') as Record<
    string,
    unknown
  >;
  return String(claims[name]);
}
