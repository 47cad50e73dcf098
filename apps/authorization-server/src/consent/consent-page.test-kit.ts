import type { ConsentPageFacts } from './consent-page';

/** A consent page whose every string from outside can be told apart. */
export const CONSENT_FACTS: ConsentPageFacts = {
  language: 'en',
  brand: { name: 'Fernway Market', domain: 'fernway.example' },
  account: 'ada@example.com',
  personalAgent: { issuer: 'https://pa.example.com/tenant', registered: true },
  userCode: 'WDJB-MJHT',
  boxes: [
    { id: 'orders:read', description: 'Look up your orders and their status', ticked: true },
    { id: 'orders:cancel', description: 'Cancel an order that has not shipped', ticked: false },
  ],
  session: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  decisionUrl: 'https://provider.example/a2a/01JBRAND/oauth/consent/decision',
  loginUrl: 'https://brand.example/login?a=1&return_to=https%3A%2F%2Fprovider.example',
  connectedAgentsUrl: 'https://provider.example/a2a/01JBRAND/oauth/connected-agents',
  isCovered: false,
};
