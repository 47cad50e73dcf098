import type { StandingGrant } from '@surety/device-grant';
import type { DelegatingBrand } from '../pages/delegating-brand';
import type { PageRequest } from '../pages/page-request';
import { ConsentService } from './consent.service';
import { DecisionService } from './decision.service';
import type { ConsentCase, GuessOutcome } from '@surety/registry';
import type { SqlExecutor } from '@surety/platform';

export const PUBLIC_URL = 'https://provider.example';
export const CONSENT_URL = `${PUBLIC_URL}/a2a/01JBRAND/oauth/consent`;
export const NOW = Date.parse('2026-11-30T12:00:00.000Z');
export const CODE = 'WDJBMJHT';
const KEY = Buffer.alloc(32, 5);
const DAY_MS = 86_400_000;
const NO_DATABASE: SqlExecutor = {
  rows: () => Promise.reject(new Error('there is no database here')),
  affected: () => Promise.reject(new Error('there is no database here')),
};

export const BRAND: DelegatingBrand = {
  id: '01JBRAND',
  name: 'Fernway Market',
  domain: null,
  scopes: [
    { id: 'orders:read', description: 'Look up your orders' },
    { id: 'orders:cancel', description: 'Cancel an order' },
  ],
  delegation: {
    loginUrl: 'https://brand.example/login',
    completionUrl: 'https://brand.example/connected',
    assertionIssuer: 'https://brand.example',
    keys: { jwks: { keys: [] } },
    skipConsent: false,
    liveSession: false,
  },
};

export const GRANT: StandingGrant = {
  scopes: ['orders:read', 'orders:cancel'],
  unticked: [],
  consentedAtMs: NOW,
  endsAtMs: NOW + DAY_MS,
  revoked: false,
};

/** What stands behind the services in one test: everything that would ask the database or the Brand, with a log of the order. */
export class ConsentFlow {
  readonly steps: string[] = [];
  brand: DelegatingBrand = BRAND;
  kind: ConsentCase['request']['kind'] = 'device';
  grant: StandingGrant | undefined;
  requested: readonly string[] = ['orders:read', 'orders:cancel'];
  isJtiNew = true;
  refusedForSeconds: number | undefined;
  isPending = true;
  isStillCovered = true;
  liveUser: { brandUser: string } | undefined;
  readonly decisions: object[] = [];

  private readonly clock = { nowMs: () => NOW };

  /** A request of a browser or of a program. */
  request(given: {
    readonly form?: string;
    readonly query?: string;
    readonly origin?: string;
    readonly cookie?: string;
    readonly language?: PageRequest['language'];
  }): PageRequest {
    return {
      brand: this.brand,
      language: given.language ?? 'en',
      origin: given.origin,
      cookie: given.cookie,
      query: new URLSearchParams(given.query ?? ''),
      source: '192.0.2.1',
      requestId: 'req-1',
      contentType: 'application/x-www-form-urlencoded',
      body: () => Promise.resolve(Buffer.from(given.form ?? '')),
    };
  }

  get consent(): ConsentService {
    return new ConsentService(
      {
        prove: (_brand, assertion) =>
          this.done('assertion', { sub: 'user-1', jti: 'j', userCode: assertion }),
      },
      { guess: (_who, look) => this.guess(look) },
      { burn: () => this.done('jti', this.isJtiNew) },
      this.consents,
      {
        open: () => this.done('cookie', undefined),
        find: () => this.done('live session', this.liveUser),
      },
      { list: () => this.done('list', { kind: 'redirect', location: 'list', language: 'en' } as const) },
      { publicUrl: PUBLIC_URL, consentKey: KEY },
      this.clock,
    );
  }

  get decision(): DecisionService {
    return new DecisionService(this.consents, { publicUrl: PUBLIC_URL, consentKey: KEY }, this.clock);
  }

  private get consents() {
    const issuer = 'https://pa.example.com/x';
    return {
      open: (_brand: string, code: string) =>
        this.done(`code ${code}`, code === CODE ? this.case() : undefined),
      find: () => this.done('find', this.case()),
      decide: (decision: object) => {
        this.decisions.push(decision);
        const end = { status: 'approved' as const, granted: ['orders:read'] };
        return this.done('decide', this.isPending ? { end, issuer } : undefined);
      },
      skip: () => this.done('skip', this.isStillCovered ? { granted: this.requested, issuer } : undefined),
      consumeManage: () => this.done('consume', this.isPending),
      mintManage: () => this.done('mint', { userCode: CODE }),
    };
  }

  private case(): ConsentCase | undefined {
    if (!this.isPending && this.kind !== 'manage') return undefined;
    return {
      request: {
        id: '01JREQUEST',
        kind: this.kind,
        scopes: this.requested,
        userCode: CODE,
        expiresAt: new Date(NOW + 600_000),
      },
      personalAgent: { issuer: 'https://pa.example.com/x', registered: true },
      grant: this.grant,
      now: new Date(NOW),
    };
  }

  private async guess<T>(look: (tx: SqlExecutor) => Promise<T | undefined>): Promise<GuessOutcome<T>> {
    this.steps.push('limits');
    if (this.refusedForSeconds !== undefined) {
      return { kind: 'refused', retryAfterSeconds: this.refusedForSeconds };
    }
    const value = await look(NO_DATABASE);
    return value === undefined ? { kind: 'wrong' } : { kind: 'right', value };
  }

  private done<T>(step: string, value: T): Promise<T> {
    this.steps.push(step);
    return Promise.resolve(value);
  }
}

/** A form's body in which the assertion carries this user code. */
export const assertionWith = (code: string): string => `assertion=${encodeURIComponent(code)}`;
