import type { StubPersonalAgent } from '@surety/testing';
import type { AdminStack } from '../admin-stack.test-kit';
import {
  brandBody,
  createBrand,
  createPersonalAgent,
  createTool,
  personalAgentBody,
  storeConversation,
  storeGrant,
  storeReceipt,
  toolBody,
} from './sample-world.test-kit';

/** A request that succeeds for the owner, on objects of its own. */
export interface SampleRequest {
  readonly path: string;
  readonly body?: object;
  readonly brandId?: string;
}

/** What an audit row must say of it; absent for reads. */
export interface SampleRoute {
  readonly status: 200 | 201;
  readonly action?: string;
  readonly make: (stack: AdminStack, agent: StubPersonalAgent) => Promise<SampleRequest>;
}

const forBrand = async (stack: AdminStack, suffix: string, body?: object): Promise<SampleRequest> => {
  const { id } = await createBrand(stack);
  return { path: `/brands/${id}${suffix}`, brandId: id, ...(body ? { body } : {}) };
};
const forTool = async (stack: AdminStack, body?: object): Promise<SampleRequest> => {
  const { id } = await createBrand(stack);
  const { name } = await createTool(stack, id);
  return { path: `/brands/${id}/tools/${name}`, brandId: id, ...(body ? { body } : {}) };
};
const forPersonalAgent = async (
  stack: AdminStack,
  agent: StubPersonalAgent,
  suffix: string,
  body?: object,
): Promise<SampleRequest> => {
  const { id } = await createPersonalAgent(stack, agent);
  return { path: `/personal-agents/${id}${suffix}`, ...(body ? { body } : {}) };
};
const forConversation = async (
  stack: AdminStack,
  agent: StubPersonalAgent,
  suffix: string,
): Promise<SampleRequest> => {
  const brand = await createBrand(stack);
  const personalAgent = await createPersonalAgent(stack, agent);
  const id = await storeConversation(stack, { brandId: brand.id, personalAgentId: personalAgent.id });
  return { path: `/conversations/${id}${suffix}`, brandId: brand.id };
};
const forGrant = async (
  stack: AdminStack,
  agent: StubPersonalAgent,
  suffix: string,
): Promise<SampleRequest> => {
  const brand = await createBrand(stack);
  const personalAgent = await createPersonalAgent(stack, agent);
  const id = await storeGrant(stack, { brandId: brand.id, personalAgentId: personalAgent.id });
  return { path: `/grants/${id}${suffix}`, brandId: brand.id };
};
const forReceipt = async (stack: AdminStack): Promise<SampleRequest> => {
  const brand = await createBrand(stack);
  const { id } = await storeReceipt(stack, { brandId: brand.id });
  return { path: `/receipts/${id}`, brandId: brand.id };
};
const list = (path: string) => () => Promise.resolve({ path });

/** One good request for every route of the API; a route that is missing here fails the tests that walk the app. */
export const EVERY_ROUTE: Readonly<Record<string, SampleRoute>> = {
  'GET /personal-agents': { status: 200, make: list('/personal-agents') },
  'POST /personal-agents': {
    status: 201,
    action: 'personal-agent.create',
    make: (_, agent) => Promise.resolve({ path: '/personal-agents', body: personalAgentBody(agent) }),
  },
  'GET /personal-agents/:id': {
    status: 200,
    make: (stack, agent) => forPersonalAgent(stack, agent, ''),
  },
  'PATCH /personal-agents/:id': {
    status: 200,
    action: 'personal-agent.update',
    make: (stack, agent) => forPersonalAgent(stack, agent, '', { name: 'Renamed' }),
  },
  'POST /personal-agents/:id/enable': {
    status: 200,
    action: 'personal-agent.enable',
    make: (stack, agent) => forPersonalAgent(stack, agent, '/enable'),
  },
  'POST /personal-agents/:id/disable': {
    status: 200,
    action: 'personal-agent.disable',
    make: (stack, agent) => forPersonalAgent(stack, agent, '/disable'),
  },
  'GET /brands': { status: 200, make: list('/brands') },
  'POST /brands': {
    status: 201,
    action: 'brand.create',
    make: () => Promise.resolve({ path: '/brands', body: brandBody() }),
  },
  'GET /brands/:id': { status: 200, make: stack => forBrand(stack, '') },
  'PATCH /brands/:id': {
    status: 200,
    action: 'brand.update',
    make: stack => forBrand(stack, '', { description: 'Changed.' }),
  },
  'POST /brands/:id/close': { status: 200, action: 'brand.close', make: stack => forBrand(stack, '/close') },
  'POST /brands/:id/agent/test': {
    status: 200,
    action: 'brand.agent-test',
    make: stack => forBrand(stack, '/agent/test', { text: 'Hi' }),
  },
  'GET /brands/:id/scopes': { status: 200, make: stack => forBrand(stack, '/scopes') },
  'PUT /brands/:id/scopes': {
    status: 200,
    action: 'brand.scopes',
    make: stack => forBrand(stack, '/scopes', { scopes: [{ id: 'orders:read', description: 'Read' }] }),
  },
  'GET /brands/:id/tools': { status: 200, make: stack => forBrand(stack, '/tools') },
  'POST /brands/:id/tools': {
    status: 201,
    action: 'tool.create',
    make: stack => forBrand(stack, '/tools', toolBody()),
  },
  'GET /brands/:id/tools/:name': { status: 200, make: stack => forTool(stack) },
  'PATCH /brands/:id/tools/:name': {
    status: 200,
    action: 'tool.update',
    make: stack => forTool(stack, { description: 'Changed.' }),
  },
  'DELETE /brands/:id/tools/:name': { status: 200, action: 'tool.delete', make: stack => forTool(stack) },
  'GET /brands/:id/keys': { status: 200, make: stack => forBrand(stack, '/keys') },
  'POST /brands/:id/keys/rotate': {
    status: 200,
    action: 'brand-key.rotate',
    make: stack => forBrand(stack, '/keys/rotate'),
  },
  'GET /grants': { status: 200, make: list('/grants') },
  'GET /grants/:id': { status: 200, make: (stack, agent) => forGrant(stack, agent, '') },
  'POST /grants/:id/revoke': {
    status: 200,
    action: 'grant.revoke',
    make: (stack, agent) => forGrant(stack, agent, '/revoke'),
  },
  'POST /grants/revoke': {
    status: 200,
    action: 'brand.revoke-grants',
    make: async (stack, agent) => {
      const { brandId } = await forGrant(stack, agent, '');
      return { path: '/grants/revoke', brandId: brandId!, body: { brandId, user: 'jane' } };
    },
  },
  'GET /receipts': { status: 200, make: list('/receipts') },
  'GET /receipts/:id': { status: 200, make: forReceipt },
  'GET /receipts/export': { status: 200, make: list('/receipts/export') },
  'POST /receipts/verify': {
    status: 200,
    make: () => Promise.resolve({ path: '/receipts/verify', body: { jws: 'no.receipt.at-all' } }),
  },
  'GET /webhook-keys': { status: 200, make: list('/webhook-keys') },
  'POST /webhook-keys/rotate': {
    status: 200,
    action: 'webhook-key.rotate',
    make: async stack => {
      await stack.sql(
        `UPDATE signing_key SET active_from = now() - interval '1 minute' WHERE active_from > now()`,
      );
      return { path: '/webhook-keys/rotate' };
    },
  },
  'GET /conversations': { status: 200, make: list('/conversations') },
  'GET /conversations/:id': { status: 200, make: (stack, agent) => forConversation(stack, agent, '') },
  'POST /conversations/:id/close': {
    status: 200,
    action: 'conversation.close',
    make: (stack, agent) => forConversation(stack, agent, '/close'),
  },
  'GET /audit': { status: 200, make: list('/audit') },
};

/** Whether a route changes nothing; one of them is a POST, since a receipt is too long for a URL. */
export const isRead = (name: string): boolean => name.startsWith('GET ') || name === 'POST /receipts/verify';

/** `GET /brands/:id` of the route table's `GET /api/v1/brands/:id`. */
export const nameOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace('/api/v1', '')}`;
