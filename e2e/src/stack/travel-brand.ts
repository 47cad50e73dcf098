import type { A2aAnswer } from '@surety/testing';
import { StubBrand, StubBrandLogin, StubToolApi, says } from '@surety/testing';
import { AdminApi, type CreatedBrand, webhookAgent } from './admin-api';
import { ask } from './ask';
import { until } from './until';

export const TRAVEL_SCOPES = [
  { id: 'flights:upcoming:read', description: 'See your upcoming flights' },
  { id: 'flights:history:read', description: 'See your past flights' },
  { id: 'flights:rebook', description: 'Move you to another flight' },
];

const UPCOMING = {
  name: 'upcoming_flights',
  description: 'Lists the upcoming flights of the User.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  scopes: ['flights:upcoming:read'],
  effect: 'read',
};
const REBOOK = {
  name: 'rebook',
  description: 'Moves the User to another flight.',
  parameters: { type: 'object', properties: { flight: { type: 'string' } }, required: ['flight'] },
  scopes: ['flights:upcoming:read', 'flights:rebook'],
};

/** A delivery as the Brand's own program reads it. */
interface Delivered {
  readonly text: string;
  readonly toolResults: readonly { readonly ok: boolean; readonly result?: unknown }[];
}

/**
 * A Brand of an operator who uses the admin API alone: a webhook agent of its own, a login and an account API elsewhere, three
 * scopes.
 */
export class TravelBrand {
  private constructor(
    readonly brand: CreatedBrand,
    readonly login: StubBrandLogin,
    readonly api: StubToolApi,
    private readonly webhook: StubBrand,
  ) {}

  static async open(): Promise<TravelBrand> {
    const login = await StubBrandLogin.start();
    const api = await StubToolApi.start();
    const webhook = await StubBrand.start();
    webhook.behave(({ bytes }) => answerTo(JSON.parse(bytes.toString('utf8')) as Delivered));
    api.behave(({ method }) => ({
      kind: 'json',
      body: method === 'GET' ? { flight: 'SK 482' } : { flight: 'SK 318' },
    }));
    const admin = new AdminApi();
    const brand = await admin.createBrand(webhookAgent(webhook.url));
    const path = `/brands/${brand.id}`;
    await admin.call('PUT', `${path}/scopes`, { scopes: TRAVEL_SCOPES });
    const at = (method: string) => ({ method, url: `${api.origin}/flights` });
    await admin.call('POST', `${path}/tools`, { ...UPCOMING, http: at('GET') });
    await admin.call('POST', `${path}/tools`, { ...REBOOK, http: at('POST') });
    const { loginUrl, assertionIssuer, jwksUri } = login;
    await admin.call('PATCH', path, {
      delegation: { enabled: true, loginUrl, assertionIssuer, keys: { jwksUri } },
    });
    const travel = new TravelBrand(brand, login, api, webhook);
    await until(async () => (await ask(travel.metadataUrl)).status === 200);
    return travel;
  }

  /** O: the issuer of its authorization server. */
  get issuer(): string {
    return `${this.brand.interfaceUrl}/oauth`;
  }

  get metadataUrl(): string {
    return `${this.issuer}/.well-known/oauth-authorization-server`;
  }

  /** A form posted by the personal agent whose JWT this is, without cookies, Origin and redirects. */
  post(endpoint: string, token: string, form: Readonly<Record<string, string>>): Promise<A2aAnswer> {
    return ask(`${this.issuer}/${endpoint}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    });
  }

  async stop(): Promise<void> {
    await Promise.all([this.login.stop(), this.api.stop(), this.webhook.stop()]);
  }
}

/** The Brand's program: it calls a tool for what it is asked, and then says what came of it. */
function answerTo({ text, toolResults }: Delivered) {
  const [result] = toolResults;
  if (result) return says(JSON.stringify(result.result ?? 'that did not work'));
  const call = (tool: string, args: object) => ({
    kind: 'json' as const,
    body: { toolCalls: [{ id: 'c1', tool, arguments: args }] },
  });
  if (/rebook/i.test(text)) return call('rebook', { flight: 'SK 318' });
  return /flight/i.test(text) ? call('upcoming_flights', {}) : says('I can help with flights.');
}
