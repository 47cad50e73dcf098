import { generateKeyPairSync } from 'node:crypto';
import {
  type AgentParts,
  type BrandTools,
  type RegisteredTool,
  readTool,
  requestSigner,
} from '@surety/agents';
import { EgressClient } from '@surety/platform';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The keys that a receiver verifies with. */
export const webhookKeys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'wh-1' }] };

/** Real surroundings of an agent; whoever uses them closes the egress client. */
export const realParts: AgentParts & { egress: EgressClient } = {
  egress: new EgressClient({ allowLoopbackHttp: true, allowCidrs: [] }),
  signer: requestSigner(async () => ({ kid: 'wh-1', key: privateKey })),
  clock: { nowMs: () => Date.now() },
};

/** Three scopes in card order. */
export const CARD = [
  { id: 'orders:read', description: 'See your orders' },
  { id: 'orders:cancel', description: 'Cancel your orders' },
  { id: 'refunds:issue', description: 'Issue refunds' },
];

/** A tool as the admin API would read it. */
export function toolAt(url: string, members: object = {}, http: object = {}): RegisteredTool {
  const read = readTool(
    {
      name: 'lookup_orders',
      description: 'Looks up an order.',
      parameters: {},
      scopes: ['orders:read'],
      effect: 'read',
      ...members,
      http: { method: 'GET', url, ...http },
    },
    CARD.map(scope => scope.id),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

/** The tools of a Brand whose API is at `origin`: one that reads, two that write, and one that needs no scope. */
export function shopTools(origin: string): BrandTools {
  const order = {
    type: 'object',
    properties: { order: { type: 'string', pattern: '^[A-Z]-[0-9]+$' } },
    required: ['order'],
  };
  const post = { method: 'POST' };
  const effect = 'write';
  return {
    scopes: CARD,
    tools: [
      toolAt(`${origin}/orders/{order}`, { parameters: order }),
      toolAt(
        `${origin}/cancel`,
        { name: 'cancel_order', parameters: order, scopes: ['orders:cancel'], effect },
        post,
      ),
      toolAt(
        `${origin}/refund`,
        { name: 'issue_refund', parameters: order, scopes: ['refunds:issue'], effect },
        post,
      ),
      toolAt(`${origin}/stores`, { name: 'list_stores', scopes: [] }),
    ],
  };
}
