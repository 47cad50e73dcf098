import { randomUUID } from 'node:crypto';
import { approveByForms, logInByForm, userMessage } from '@surety/testing';
import { AdminApi } from '../stack/admin-api';
import { ask } from '../stack/ask';
import { DataFolder } from '../stack/data-folder';
import { sandboxToken } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';
import { TRAVEL_SCOPES, TravelBrand } from '../stack/travel-brand';

const { provider, sandbox } = readStack();
const { issuer: clientId } = sandbox.personalAgent;
const scope = TRAVEL_SCOPES.map(({ id }) => id).join(' ');
const isCopy = process.env.SURETY_STACK_REPLICAS !== undefined;

/** The part of a token that nobody can guess from the rest: its signature, or the whole of an opaque one. */
const canaryOf = (secret: string): string => secret.split('.').at(-1) ?? secret;

describe('secrets of a delegation (issue: Secrets; ASVS 14.2, 16.2)', () => {
  const admin = new AdminApi();
  const sub = `user-${randomUUID()}`;
  const user = { email: 'ada@brand.example', password: `password-${randomUUID()}` };
  const secrets = new Map<string, string>([['a secret header of a tool', `header-${randomUUID()}`]]);
  let travel: TravelBrand;
  const token = sandboxToken(sub);
  const post = async (endpoint: string, form: Readonly<Record<string, string>>) => {
    const { text } = await travel.post(endpoint, token, { client_id: clientId, ...form });
    return JSON.parse(text) as Record<string, string>;
  };

  beforeAll(async () => {
    travel = await TravelBrand.open();
    const path = `/brands/${travel.brand.id}`;
    await admin.call('PATCH', `${path}/tools/upcoming_flights`, {
      http: {
        method: 'GET',
        url: `${travel.api.origin}/flights`,
        headers: { 'X-Key': secrets.get('a secret header of a tool') },
      },
    });
    const flow = await post('device_authorization', { scope });
    const link = flow.verification_uri_complete ?? '';
    await approveByForms(
      link,
      user,
      TRAVEL_SCOPES.map(({ id }) => id),
    );
    const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
    const first = await post('token', { grant_type: grantType, device_code: flow.device_code ?? '' });
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
    const second = await post('token', form);
    const { assertion } = await logInByForm(link, user);
    const delegated = { headers: { 'X-A2A-User-Delegation': `Bearer ${second.access_token}` } };
    await travel.brand.endpoint.send(token, userMessage('Which flights do I have?'), delegated);
    secrets.set('a personal-agent JWT', token);
    secrets.set('a password at the Brand', user.password);
    secrets.set('a device code', flow.device_code ?? '');
    secrets.set('an assertion of the Brand', assertion);
    secrets.set('a used refresh token', first.refresh_token ?? '');
    secrets.set('a refresh token', second.refresh_token ?? '');
    secrets.set('an access token', second.access_token ?? '');
  });
  afterAll(() => travel.stop());

  const canaries = () => [...secrets.values()].map(canaryOf);
  /** Names of secrets that a text holds. */
  const heldBy = (text: string) =>
    [...secrets].filter(([, secret]) => text.includes(canaryOf(secret))).map(([name]) => name);

  it('are all there, and reached the tool that they are for', () => {
    expect([...secrets].filter(([, secret]) => canaryOf(secret).length < 20)).toEqual([]);
    const { headers } = travel.api.calls.at(-1) ?? {};
    expect(headers?.['x-key']).toBe(secrets.get('a secret header of a tool'));
    expect(headers?.authorization).toBe(`Bearer ${secrets.get('an access token')}`);
  });

  it.each(['grants', 'receipts', 'conversations', 'audit'])(
    'stand in no answer of the admin API: %s',
    async list => {
      const { text } = await admin.request('GET', `/${list}?limit=200`);
      expect(text).toContain('"items":[{');
      expect(heldBy(text)).toEqual([]);
    },
  );

  it('stand in no answer about the Brand, its tools and its conversation', async () => {
    const path = `/brands/${travel.brand.id}`;
    const [conversation] = (
      await admin.call<{ items: { id: string }[] }>('GET', `/conversations?brandId=${travel.brand.id}`)
    ).items;
    for (const address of [
      path,
      `${path}/tools`,
      `${path}/keys`,
      `/conversations/${conversation?.id}?reveal=true`,
    ]) {
      const { status, text } = await admin.request('GET', address);
      expect({ address, status, held: heldBy(text) }).toEqual({ address, status: 200, held: [] });
    }
  });

  it('stand in no metrics', async () => {
    const { status, text } = await ask(`${provider.url}/metrics`);
    expect({ status, held: heldBy(text) }).toEqual({ status: 200, held: [] });
  });

  // The second leg of the suite has a copy of the descriptor alone; the files are those of the first.
  if (!isCopy) {
    it.each(['logs', 'postgres'] as const)('stand in no file of %s', part => {
      const folder = new DataFolder();
      expect(folder.isWhole).toBe(true);
      expect(folder.filesWith(part, canaries())).toEqual([]);
    });

    it('what is no secret is found where it is kept, so that the search can find', () => {
      expect(new DataFolder().filesWith('postgres', [sub])).not.toEqual([]);
    });
  }
});
