import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { userMessage } from '@surety/testing';
import { AdminApi } from '../stack/admin-api';
import { ask } from '../stack/ask';
import { DataFolder } from '../stack/data-folder';
import { sandboxToken } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';
import { TRAVEL_SCOPES, TravelBrand } from '../stack/travel-brand';

const { provider, sandbox } = readStack();
const { issuer: clientId } = sandbox.personalAgent;
const ids = TRAVEL_SCOPES.map(({ id }) => id);
const isCopy = process.env.SURETY_STACK_REPLICAS !== undefined;

type Fields = readonly [string, string][];

/** The part of a token that nobody can guess from the rest: its signature, or the whole of an opaque one. */
const canaryOf = (secret: string): string => secret.split('.').at(-1) ?? secret;

const postForm = (url: string, fields: Fields) =>
  ask(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

describe('secrets of pages, keys and endpoints that show what they were sent (issue: Secrets; ASVS 14.2, 16.2)', () => {
  const admin = new AdminApi();
  const token = sandboxToken(`user-${randomUUID()}`);
  const header = `header-${randomUUID()}`;
  const secrets = new Map([
    ['a secret header that its tool shows', header],
    ['a key of a model', `key-${randomUUID()}`],
  ]);
  let travel: TravelBrand;
  let statuses: readonly number[] = [];
  let replies = '';
  const post = async (endpoint: string, form: Readonly<Record<string, string>>) =>
    JSON.parse((await travel.post(endpoint, token, { client_id: clientId, ...form })).text) as Record<
      string,
      string
    >;
  const heldBy = (text: string) =>
    [...secrets].filter(([, secret]) => text.includes(canaryOf(secret))).map(([name]) => name);

  /** Allows everything on the pages, a live session on. */
  async function consent(userCode: string): Promise<readonly number[]> {
    const user = { sub: `user-${randomUUID()}`, email: 'ada@brand.example' };
    const assertion = travel.login.assertion(`${travel.issuer}/consent`, userCode, { user });
    const page = await postForm(`${travel.issuer}/consent`, [['assertion', assertion]]);
    const session = /name="session" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    secrets.set('a session of the consent page', session);
    secrets.set('a live cookie', /surety_live=([^;]+)/.exec(page.headers.get('set-cookie') ?? '')?.[1] ?? '');
    const decided = await postForm(`${travel.issuer}/consent/decision`, [
      ['session', session],
      ['decision', 'allow'],
      ...ids.map(id => ['scope', id] as [string, string]),
    ]);
    return [page.status, decided.status];
  }

  beforeAll(async () => {
    travel = await TravelBrand.open();
    const brand = `/brands/${travel.brand.id}`;
    await admin.call('PATCH', brand, { delegation: { liveSession: true } });
    const http = { method: 'GET', url: `${travel.api.origin}/flights`, headers: { 'X-Key': header } };
    await admin.call('PATCH', `${brand}/tools/upcoming_flights`, { http });
    travel.api.behave(({ headers }) => ({ kind: 'json', body: { headers } }));
    const flow = await post('device_authorization', { scope: ids.join(' ') });
    const pages = await consent(flow.user_code ?? '');
    const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
    const tokens = await post('token', { grant_type: grantType, device_code: flow.device_code ?? '' });
    secrets.set('a delegation token that a tool shows', tokens.access_token ?? '');
    const delegated = { headers: { 'X-A2A-User-Delegation': `Bearer ${tokens.access_token}` } };
    const sent = await travel.brand.endpoint.send(token, userMessage('Which flights do I have?'), delegated);
    const apiKey = secrets.get('a key of a model');
    const agent = { kind: 'llm', baseUrl: `${travel.api.origin}/v1`, model: 'm', apiKey };
    await admin.call('PATCH', brand, { agent });
    travel.api.behave(({ headers }) => ({
      kind: 'json',
      status: 401,
      body: { error: headers.authorization },
    }));
    const failed = await travel.brand.endpoint.send(token, userMessage('Hello'));
    statuses = [...pages, sent.status, failed.status];
    replies = sent.text + failed.text;
  });
  afterAll(() => travel.stop());

  it('were all in use', () => {
    expect(statuses).toEqual([200, 303, 200, 500]);
    expect([...secrets].filter(([, secret]) => canaryOf(secret).length < 20)).toEqual([]);
    const shown = travel.api.calls.map(({ headers }) => [headers['x-key'], headers.authorization]);
    expect(shown).toEqual([
      [header, `Bearer ${secrets.get('a delegation token that a tool shows')}`],
      [undefined, `Bearer ${secrets.get('a key of a model')}`],
    ]);
  });

  it('stand in no reply to the personal agent', () => expect(heldBy(replies)).toEqual([]));

  it('stand in no answer of the admin API, and in no metrics', async () => {
    const { id } = travel.brand;
    const list = await admin.call<{ items: { id: string }[] }>('GET', `/conversations?brandId=${id}`);
    expect(list.items).toHaveLength(2);
    const conversations = list.items.map(each => `/conversations/${each.id}?reveal=true`);
    for (const address of [`/brands/${id}`, `/brands/${id}/tools`, '/audit?limit=200', ...conversations]) {
      const { status, text } = await admin.request('GET', address);
      expect({ address, status, held: heldBy(text) }).toEqual({ address, status: 200, held: [] });
    }
    const { status, text } = await ask(`${provider.url}/metrics`);
    expect({ status, held: heldBy(text) }).toEqual({ status: 200, held: [] });
  });

  // The second leg of the suite has a copy of the descriptor alone; the files are those of the first.
  if (!isCopy) {
    it.each(['logs', 'postgres'] as const)(
      'stand in no file of %s, nor do the keys of the data folder',
      part => {
        const folder = path.dirname(process.env.SURETY_STACK ?? '');
        const keyOf = (name: string) =>
          (JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { d: string }).d;
        const keys = [
          readFileSync(path.join(folder, 'deployment.key'), 'utf8').trim(),
          ...['admin.key', 'personal-agent.key', 'sandbox-brand.key'].map(keyOf),
        ];
        expect(keys.map(key => key.length)).toEqual([43, 43, 43, 43]);
        const canaries = [...secrets.values()].map(canaryOf);
        expect(new DataFolder().filesWith(part, [...canaries, ...keys])).toEqual([]);
      },
    );
  }
});
