import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PrivateSigningJwk, encodeBase64url, generateSigningJwk, publicPart } from '@surety/tokens';
import { signatureBy } from './pa-jwt-corpus/pa-jwt-draft';
import { HostedStub } from './hosted-stub';
import { StubHost } from './stub-host';

/** A User of the stub Brand. */
export interface StubBrandUser {
  readonly sub: string;
  readonly email?: string;
  readonly name?: string;
}

/** What a test may bend of an assertion: a claim or header member set to undefined is left out. */
export interface AssertionDraft {
  readonly user?: StubBrandUser;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly signer?: PrivateSigningJwk;
}

const LIFETIME_SECONDS = 120;
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/**
 * A Brand's site over real HTTP (PACT 5.3): a login that hands its User over with a signed assertion, a key set, and a
 * completion page. Any e-mail address that it knows signs in; pages work without script and set no cookie.
 */
export class StubBrandLogin extends HostedStub {
  /** By e-mail address. */
  readonly users = new Map<string, StubBrandUser>([
    ['ada@brand.example', { sub: 'user-1', email: 'ada@brand.example', name: 'Ada Lovelace' }],
  ]);
  /** The addresses at which Users arrived after a decision. */
  readonly completions: URL[] = [];
  /** How often the key set was asked for. */
  jwksFetches = 0;
  private keys: PrivateSigningJwk[];

  private constructor(alg: 'ES256' | 'RS256') {
    super();
    this.keys = [generateSigningJwk(alg).privateJwk];
  }

  static async start({ alg = 'ES256' }: { alg?: 'ES256' | 'RS256' } = {}): Promise<StubBrandLogin> {
    const login = new StubBrandLogin(alg);
    login.host = await StubHost.start((request, body, response) => login.serve(request, body, response));
    return login;
  }

  get origin(): string {
    return this.host.origin;
  }

  get loginUrl(): string {
    return `${this.origin}/login`;
  }

  get completionUrl(): string {
    return `${this.origin}/connected`;
  }

  get assertionIssuer(): string {
    return `${this.origin}/brand`;
  }

  get jwksUri(): string {
    return `${this.origin}/.well-known/jwks.json`;
  }

  get privateJwk(): PrivateSigningJwk {
    const key = this.keys.at(-1);
    if (key === undefined) throw new Error('the stub login has no key');
    return key;
  }

  /** Public parts of all keys. */
  jwks(): { keys: object[] } {
    return { keys: this.keys.map(publicPart) };
  }

  /** An assertion for a consent address and a user code, good unless the draft says otherwise. */
  assertion(consentUrl: string, userCode: string, draft: AssertionDraft = {}): string {
    const signer = draft.signer ?? this.privateJwk;
    const user = draft.user ?? [...this.users.values()][0];
    const iat = Math.floor(Date.now() / 1000);
    const header = { alg: signer.alg, typ: 'JWT', kid: signer.kid, ...draft.header };
    const claims = {
      iss: this.assertionIssuer,
      aud: consentUrl,
      jti: randomUUID(),
      iat,
      exp: iat + LIFETIME_SECONDS,
      user_code: userCode,
      ...user,
      ...draft.claims,
    };
    const signed = `${encodeBase64url(JSON.stringify(header))}.${encodeBase64url(JSON.stringify(claims))}`;
    return `${signed}.${encodeBase64url(signatureBy(signer, Buffer.from(signed)))}`;
  }

  private serve({ method, url = '' }: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const address = new URL(url, this.origin);
    const form = new URLSearchParams(body.toString('utf8'));
    switch (`${method} ${address.pathname}`) {
      case 'GET /.well-known/jwks.json':
        this.jwksFetches += 1;
        response.writeHead(200, { 'content-type': 'application/json' });
        return void response.end(JSON.stringify(this.jwks()));
      case 'GET /login':
        return page(response, loginForm(address.searchParams.get('return_to') ?? ''));
      case 'POST /login':
        return page(response, this.handOver(form));
      case 'GET /connected':
        this.completions.push(address);
        return page(response, `<h1>${escaped(address.searchParams.get('status') ?? '')}</h1>`);
      default:
        return void response.writeHead(404).end();
    }
  }

  /** The page that posts the assertion: the visible button serves whoever has no script. */
  private handOver(form: URLSearchParams): string {
    const returnTo = new URL(form.get('return_to') ?? '');
    const user = this.users.get(form.get('email') ?? '');
    if (!user) return `<p>Wrong password</p>${loginForm(returnTo.href)}`;
    const userCode = form.get('user_code') ?? returnTo.searchParams.get('user_code') ?? '';
    const consentUrl = `${returnTo.origin}${returnTo.pathname}`;
    const assertion = this.assertion(consentUrl, userCode, { user });
    return (
      `<form method="post" action="${escaped(consentUrl)}"><input type="hidden" name="assertion" ` +
      `value="${assertion}"><button type="submit">Continue</button></form>`
    );
  }
}

function loginForm(returnTo: string): string {
  return (
    `<form method="post" action="/login"><input type="hidden" name="return_to" value="${escaped(returnTo)}">` +
    `<label>E-mail <input name="email" type="email"></label><label>Password <input name="password" ` +
    `type="password"></label><button type="submit">Sign in</button></form>`
  );
}

function page(response: ServerResponse, body: string): void {
  response.writeHead(200, HTML);
  response.end(`<!DOCTYPE html><html lang="en"><title>Brand</title><body>${body}</body></html>`);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
