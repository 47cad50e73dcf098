import { randomBytes } from 'node:crypto';
import {
  type DelegationTokenClaims,
  type PrivateSigningJwk,
  generateSigningJwk,
  publicPart,
  signDelegationToken,
} from '@surety/tokens';

/** An answer of the stub: a JSON body unless it is text. */
export interface StubAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

/** What the User of a stub does with the next polls: think, approve some scopes, decline, or let the code run out. */
export type StubDecision = 'pending' | 'deny' | 'expire' | { readonly approve: readonly string[] };

/** The one grant of the stub's one User. */
interface StubGrant {
  readonly id: string;
  scopes: readonly string[];
  revoked: boolean;
}

const LIFETIME_SECONDS = 3600;
const refusal = (error: string): StubAnswer => ({ status: 400, body: { error, error_description: error } });

/**
 * The OAuth side of a Brand whose User decides as a test says (PACT 5.3): real signed tokens, rotating refresh tokens, and
 * switches for what a bad server does. It knows no HTTP: {@link StubDelegatedBrand} serves it.
 */
export class StubAuthorizationServer {
  decision: StubDecision = 'pending';
  /** Bends the claims of the next access tokens, for a server that issues wrong ones. */
  bendToken: (claims: DelegationTokenClaims) => DelegationTokenClaims = claims => claims;
  /** Seconds between polls, as told to clients. */
  interval = 5;
  expiresIn = 600;
  brandUser = 'jane-4471';
  /** Milliseconds since the epoch; tokens are issued by it. */
  nowMs: () => number = () => Date.now();
  grant: StubGrant | undefined;
  private keys: PrivateSigningJwk[] = [generateSigningJwk('ES256').privateJwk];
  private grants = 0;
  private requested: readonly string[] = [];
  private deviceCode = '';
  private refreshToken: string | undefined;

  constructor(
    private readonly interfaceUrl: () => string,
    readonly scopes: Readonly<Record<string, string>>,
  ) {}

  get issuer(): string {
    return `${this.interfaceUrl()}/oauth`;
  }

  /** The key that signs tokens and receipts. */
  get privateJwk(): PrivateSigningJwk {
    const key = this.keys.at(-1);
    if (key === undefined) throw new Error('the stub authorization server has no key');
    return key;
  }

  /** Signs with a new key; the old ones stay published. */
  rotate(): void {
    this.keys = [...this.keys, generateSigningJwk('ES256').privateJwk];
  }

  /** Ends the grant: its tokens stop at once. */
  revokeGrant(): void {
    if (this.grant) this.grant.revoked = true;
  }

  jwks(): object {
    return { keys: this.keys.map(publicPart) };
  }

  metadata(): object {
    return {
      issuer: this.issuer,
      device_authorization_endpoint: `${this.issuer}/device_authorization`,
      token_endpoint: `${this.issuer}/token`,
      revocation_endpoint: `${this.issuer}/revoke`,
      jwks_uri: `${this.issuer}/jwks.json`,
      scopes_supported: Object.keys(this.scopes),
      response_types_supported: [],
      grant_types_supported: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
    };
  }

  authorizeDevice(form: URLSearchParams): StubAnswer {
    const scopes = (form.get('scope') ?? '').split(' ');
    if (!scopes.every(id => Object.hasOwn(this.scopes, id))) return refusal('invalid_scope');
    this.requested = scopes;
    this.deviceCode = `dc_${randomBytes(32).toString('base64url')}`;
    const login = `${new URL(this.issuer).origin}/login?return_to=`;
    const consent = `${this.issuer}/consent`;
    return {
      status: 200,
      body: {
        device_code: this.deviceCode,
        user_code: 'WDJB-MJHT',
        verification_uri: login + encodeURIComponent(consent),
        verification_uri_complete: login + encodeURIComponent(`${consent}?user_code=WDJB-MJHT`),
        expires_in: this.expiresIn,
        interval: this.interval,
      },
    };
  }

  token(form: URLSearchParams): StubAnswer {
    const clientId = form.get('client_id') ?? '';
    if (form.get('grant_type') === 'refresh_token') return this.refresh(form.get('refresh_token'), clientId);
    if (form.get('device_code') !== this.deviceCode) return refusal('invalid_grant');
    const { decision } = this;
    if (decision === 'pending') return refusal('authorization_pending');
    if (decision === 'deny') return refusal('access_denied');
    if (decision === 'expire') return refusal('expired_token');
    this.deviceCode = '';
    return this.issue(this.widen(decision.approve), clientId);
  }

  revoke(form: URLSearchParams): StubAnswer {
    if (form.get('token') === this.refreshToken) this.revokeGrant();
    return { status: 200 };
  }

  private refresh(presented: string | null, clientId: string): StubAnswer {
    const { grant } = this;
    if (!grant || grant.revoked || presented !== this.refreshToken) return refusal('invalid_grant');
    return this.issue(grant, clientId);
  }

  /** One live grant, widened by what was approved of what was asked (P29). */
  private widen(approved: readonly string[]): StubGrant {
    const granted = this.requested.filter(id => approved.includes(id));
    if (!this.grant || this.grant.revoked) {
      this.grants += 1;
      this.grant = { id: `a2agrant_${this.grants}`, scopes: [], revoked: false };
    }
    const held = new Set([...this.grant.scopes, ...granted]);
    this.grant.scopes = Object.keys(this.scopes).filter(id => held.has(id));
    return this.grant;
  }

  private issue(grant: StubGrant, clientId: string): StubAnswer {
    this.refreshToken = `rt_${randomBytes(32).toString('base64url')}`;
    const iat = Math.floor(this.nowMs() / 1000);
    const claims = this.bendToken({
      issuer: this.issuer,
      interfaceUrl: this.interfaceUrl(),
      brandUser: this.brandUser,
      clientId,
      scopes: grant.scopes,
      grantId: grant.id,
      iat,
      exp: iat + LIFETIME_SECONDS,
      jti: randomBytes(16).toString('base64url'),
    });
    return {
      status: 200,
      body: {
        token_type: 'Bearer',
        access_token: signDelegationToken(this.privateJwk, claims),
        refresh_token: this.refreshToken,
        expires_in: LIFETIME_SECONDS,
        scope: grant.scopes.join(' '),
      },
    };
  }
}
