import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { type BrandAddresses, brandAddresses } from '@surety/device-grant';
import type { BrandDelegation } from '@surety/registry';
import { type AssertionDraft, StubBrandLogin, type StubPersonalAgent } from '@surety/testing';
import { OAuthClient } from './oauth-client.test-kit';
import { OAuthWorld } from './oauth-world.test-kit';

/** What personal agents ask for here unless a test says otherwise, in card order. */
export const SCOPES = ['orders:read', 'orders:cancel'];

/** An answer as bare HTTP: nothing is followed, nothing decoded. */
export interface BareAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type FormFields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

export interface RequestDraft {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: FormFields;
}

/** A device authorization under way. */
export interface Waiting {
  /** `XXXX-XXXX`. */
  readonly userCode: string;
  readonly link: string;
  /** Polls once: an OAuth error, or the scopes of the token that came. */
  readonly poll: () => Promise<string | readonly string[]>;
}

/** An authorization server at its public address, with a personal agent and a Brand whose login, keys and completion are real. */
export class PagesWorld {
  /** The Brand of all calls that name none. */
  brandId = '';

  private constructor(
    readonly oauth: OAuthWorld,
    readonly publicUrl: string,
    readonly login: StubBrandLogin,
    readonly personalAgent: StubPersonalAgent,
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<PagesWorld> {
    const [oauth, login, port] = await Promise.all([OAuthWorld.open(), StubBrandLogin.start(), freePort()]);
    const publicUrl = `http://127.0.0.1:${port}`;
    await oauth.boot({ SURETY_PORT: String(port), SURETY_PUBLIC_URL: publicUrl, ...env });
    const world = new PagesWorld(oauth, publicUrl, login, await oauth.personalAgent());
    world.brandId = await world.openBrand();
    return world;
  }

  get addresses(): BrandAddresses {
    return brandAddresses(this.publicUrl, this.brandId);
  }

  /** One more Brand with the same login. Gives its id. */
  openBrand(changes: Partial<BrandDelegation> = {}): Promise<string> {
    const { loginUrl, completionUrl, assertionIssuer, jwksUri } = this.login;
    return this.oauth.brand(
      { loginUrl, completionUrl, assertionIssuer, keys: { jwksUri }, ...changes },
      SCOPES,
    );
  }

  /** Asks for scopes as the personal agent does, for somebody new of its Users unless told who. */
  async authorize({
    scopes = SCOPES as readonly string[],
    sub = randomUUID() as string,
    brandId = this.brandId,
  } = {}): Promise<Waiting> {
    const addresses = brandAddresses(this.publicUrl, brandId);
    const client = new OAuthClient(this.publicUrl, addresses, this.personalAgent, sub, this.oauth.audience);
    const { deviceCode, userCode, link } = await client.flow(scopes.join(' '));
    const poll = async () => {
      const { json } = await client.poll(deviceCode);
      return json.error === undefined ? String(json.scope).split(' ') : String(json.error);
    };
    return { userCode, link, poll };
  }

  /** An assertion of the Brand's login for a code, of a User whom nobody knows yet unless the draft says otherwise. */
  assertion(userCode: string, draft: AssertionDraft = {}): string {
    const user = { sub: randomUUID(), email: 'ada@brand.example' };
    return this.login.assertion(this.addresses.consent, userCode, { user, ...draft });
  }

  /** Any request: no cookie, no Origin, no redirect followed, unless the draft adds one. */
  async request(url: string, { method, headers, form }: RequestDraft = {}): Promise<BareAnswer> {
    const response = await fetch(url, {
      method: method ?? (form ? 'POST' : 'GET'),
      redirect: 'manual',
      ...(headers ? { headers } : {}),
      ...(form ? { body: new URLSearchParams(pairsOf(form)) } : {}),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async close(): Promise<void> {
    await this.oauth.close();
    await this.login.stop();
  }
}

/** The hidden field `session` of a page, as a bare parser reads it. */
export function sessionIn({ text }: BareAnswer): string {
  return /name="session" value="([^"]*)"/.exec(text)?.[1] ?? '';
}

function pairsOf(fields: FormFields): [string, string][] {
  const isList = (given: FormFields): given is readonly (readonly [string, string])[] => Array.isArray(given);
  return (isList(fields) ? fields : Object.entries(fields)).map(([name, value]) => [name, value]);
}

/** The public address must be known before the server listens. */
function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
