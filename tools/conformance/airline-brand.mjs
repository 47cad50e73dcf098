import { createRequire } from 'node:module';
import { AdminClient } from '../start/admin-client.mjs';

/** @typedef {ReturnType<typeof import('../start/stack-descriptor.mjs').describeStack>} StackDescriptor */

/** @returns {typeof import('@surety/testing')} of the build that was just made */
const testing = () => createRequire(import.meta.url)('@surety/testing');

/** The User whom the public suite logs in. */
const user = { sub: 'traveller-1', email: 'alex.rivera@example.com', name: 'Alex Rivera' };
const password = 'skyline';

const scopes = [
  { id: 'flights:upcoming:read', description: 'See your upcoming flights' },
  { id: 'flights:history:read', description: 'See your past flights' },
  { id: 'flights:rebook', description: 'Move you to another flight' },
];

/** @param {string} api its origin */
const tools = api => [
  {
    name: 'upcoming_flights',
    description: 'Lists the upcoming flights of the User.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    scopes: ['flights:upcoming:read'],
    effect: 'read',
    http: { method: 'GET', url: `${api}/flights` },
  },
  {
    name: 'rebook',
    description: 'Moves the User to another flight.',
    parameters: { type: 'object', properties: { flight: { type: 'string' } }, required: ['flight'] },
    scopes: ['flights:upcoming:read', 'flights:rebook'],
    effect: 'write',
    http: { method: 'POST', url: `${api}/rebookings` },
  },
];

const script = {
  rules: [
    {
      any: ['rebook'],
      extract: { flight: '[A-Z]{2} [0-9]{3}' },
      tools: [{ tool: 'rebook', arguments: { flight: '{{flight}}' } }],
      reply: 'You are on {{rebook.flight}} now.',
    },
    {
      any: ['flight', 'flights'],
      tools: [{ tool: 'upcoming_flights', arguments: {} }],
      reply: 'Your next flight is {{upcoming_flights.flight}}.',
    },
  ],
  fallback: 'I can look up your flights and rebook you.',
};

/**
 * A Brand as the Delegated part of the public suite expects one, registered as an operator does, through the admin API alone: an
 * outside login, an outside account API, three scopes.
 * @param {StackDescriptor} stack
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>} what the suite reads of it
 */
export async function openAirlineBrand({ admin: { url, token } }) {
  const { StubBrandLogin, StubToolApi } = testing();
  const login = await StubBrandLogin.start();
  const api = await StubToolApi.start();
  const stop = async () => {
    await login.stop();
    await api.stop();
  };
  try {
    login.users.set(user.email, user);
    api.behave({ kind: 'json', body: { flight: 'SK 482' } });
    const admin = new AdminClient(url, token);
    const agent = { kind: 'script', script: { rules: [], fallback: script.fallback } };
    const brand = await admin.call('POST', '/brands', { name: 'Skyline', agent });
    await admin.call('PUT', `/brands/${brand.id}/scopes`, { scopes });
    for (const tool of tools(api.origin)) await admin.call('POST', `/brands/${brand.id}/tools`, tool);
    const { loginUrl, assertionIssuer, jwksUri } = login;
    const delegation = { enabled: true, loginUrl, assertionIssuer, keys: { jwksUri } };
    await admin.call('PATCH', `/brands/${brand.id}`, { delegation, agent: { kind: 'script', script } });
    const env = {
      DELEGATED_CUSTOMER_ID: brand.id,
      BRAND_LOGIN_EMAIL: user.email,
      BRAND_LOGIN_PASSWORD: password,
    };
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
