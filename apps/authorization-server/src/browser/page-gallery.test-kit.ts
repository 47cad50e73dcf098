import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ASSET_HEADERS, AssetFiles } from '../assets/page-assets';
import { askCodePage } from '../consent/ask-code-page';
import { consentPage } from '../consent/consent-page';
import { CONSENT_FACTS } from '../consent/consent-page.test-kit';
import { connectedAgentsEntry, connectedAgentsList } from '../connected-agents/connected-agents-page';
import type { Language } from '../pages/languages';
import { messagesIn } from '../pages/messages/catalogue';
import { noticePage } from '../pages/notice-page';
import type { Page } from '../pages/page';
import { writeAnswer } from '../pages/write-answer';
import { receiptPage } from '../receipt-page/receipt-page';

const RECEIPT_CLAIMS = {
  grantId: 'a2agrant_01JGRANT',
  user: 'user-1',
  pa: 'https://pa.example.com',
  brand: 'https://provider.example/a2a/01JBRAND',
  scopesUsed: ['orders:read'],
  actions: [{ tool: 'lookup_order', argsHash: 'x'.repeat(43) }, { tool: 'list_orders' }],
  ts: '2026-11-30T12:00:00.000Z',
};

const AGENTS = {
  brandName: 'Fernway Market',
  account: 'ada@example.com',
  session: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  revokeUrl: 'https://provider.example/a2a/01JBRAND/oauth/connected-agents/revoke',
};

/** Every page there is, by name, in one language. */
export const PAGES: Readonly<Record<string, (language: Language) => Page>> = {
  consent: language => consentPage({ ...CONSENT_FACTS, language }),
  'consent-unregistered': language =>
    consentPage({
      ...CONSENT_FACTS,
      language,
      personalAgent: { issuer: 'https://pa.example.com', registered: false },
    }),
  'consent-covered': language => consentPage({ ...CONSENT_FACTS, language, isCovered: true }),
  'consent-long': language =>
    consentPage({
      ...CONSENT_FACTS,
      language,
      brand: { name: 'B'.repeat(120), domain: `${'long-'.repeat(11)}.example` },
      account: `${'a'.repeat(250)}@example.com`,
      personalAgent: { issuer: `https://${'sub.'.repeat(40)}example.com`, registered: true },
      boxes: CONSENT_FACTS.boxes.map(box => ({
        ...box,
        description: `${'x'.repeat(200)} ${box.description}`,
      })),
    }),
  'ask-code': language => askCodePage(language, 'Fernway Market', CONSENT_FACTS.decisionUrl),
  approved: language => noticePage(messagesIn(language).approved, language),
  declined: language => noticePage(messagesIn(language).declined, language),
  expired: language => noticePage(messagesIn(language).refusals.link, language),
  connected: language => connectedAgentsEntry(language, 'Fernway Market', AGENTS.revokeUrl),
  'connected-none': language => connectedAgentsList({ ...AGENTS, language, agents: [], hasRevoked: true }),
  'connected-list': language =>
    connectedAgentsList({
      ...AGENTS,
      language,
      hasRevoked: false,
      agents: ['https://pa.example.com', 'https://other.example'].map((issuer, at) => ({
        grantId: `a2agrant_${at}`,
        issuer,
        descriptions: ['Look up your orders and their status', 'Cancel an order that has not shipped'],
        sinceMs: 1_796_000_000_000,
        lastUsedMs: at === 0 ? undefined : 1_796_000_500_000,
        endsMs: 1_798_000_000_000,
      })),
    }),
  receipt: language => receiptPage({ language, action: AGENTS.revokeUrl }),
  'receipt-valid': language =>
    receiptPage({
      language,
      action: AGENTS.revokeUrl,
      jws: `eyJ.${'x'.repeat(900)}`,
      finding: { kind: 'valid', claims: RECEIPT_CLAIMS },
    }),
  'receipt-invalid': language =>
    receiptPage({ language, action: AGENTS.revokeUrl, jws: 'abc', finding: { kind: 'invalid' } }),
};

/** Serves every page with its real headers at `/<language>/<name>`, for a browser to look at. */
export async function openGallery(): Promise<{ origin: string; close: () => Promise<void> }> {
  const assets = new AssetFiles();
  const ends = { completionUrl: 'https://brand.example/connected', loginUrl: 'https://brand.example/login' };
  const server = createServer((request, response) => {
    const asset = assets.find(request.url ?? '');
    if (asset) {
      return void response
        .writeHead(200, { ...ASSET_HEADERS, 'Content-Type': asset.type })
        .end(asset.content);
    }
    const [, language = '', name = ''] = (request.url ?? '').split('/');
    const page = PAGES[name]?.(language as Language);
    if (!page) return void response.writeHead(404).end();
    const surroundings = { assets: assets.addresses, isHttps: false };
    const { status, headers, body } = writeAnswer({ kind: 'page', status: 200, page }, ends, surroundings);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>(resolve => void server.close(() => resolve()).closeAllConnections());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
