import { randomBytes } from 'node:crypto';
import { ulid } from '@surety/kernel';
import type { StubPersonalAgent } from '@surety/testing';
import { SigningKeys } from '@surety/registry';
import { signReceipt } from '@surety/tokens';
import { type AdminStack, PUBLIC_URL } from '../admin-stack.test-kit';

export const SCRIPT = { kind: 'script', script: { rules: [], fallback: 'Hello.' } };

let counter = 0;

/** A number that no other call of this test file got. */
export const fresh = (): number => (counter += 1);

/** A body of POST /personal-agents that is accepted. */
export function personalAgentBody(agent: StubPersonalAgent, change: object = {}): object {
  return { name: `PA ${fresh()}`, issuer: `${agent.issuer}/${fresh()}`, jwksUri: agent.jwksUri, ...change };
}

/** A body of POST /brands that is accepted. */
export function brandBody(change: object = {}): object {
  return { name: `Brand ${fresh()}`, agent: SCRIPT, ...change };
}

export async function createPersonalAgent(stack: AdminStack, agent: StubPersonalAgent, change: object = {}) {
  const answer = await stack.call('POST', '/personal-agents', { body: personalAgentBody(agent, change) });
  expect(answer.status).toBe(201);
  return answer.body;
}

export async function createBrand(stack: AdminStack, change: object = {}) {
  const answer = await stack.call('POST', '/brands', { body: brandBody(change) });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** A body of POST /brands/{id}/tools that is accepted by a Brand without scopes. */
export function toolBody(change: object = {}): object {
  return {
    name: `tool_${fresh()}`,
    description: 'Looks something up.',
    parameters: { type: 'object', properties: {} },
    scopes: [],
    http: { method: 'GET', url: 'http://127.0.0.1:9/api' },
    ...change,
  };
}

export async function createTool(stack: AdminStack, brandId: string, change: object = {}) {
  const answer = await stack.call('POST', `/brands/${brandId}/tools`, { body: toolBody(change) });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** One answered turn of a conversation, as the Provider would have stored it. */
export interface SampleTurn {
  readonly text: string;
  readonly reply: string;
}

/** Stores a conversation with its turns. Out: its id. `ageDays` is how long ago everything happened. */
export async function storeConversation(
  stack: AdminStack,
  owner: { brandId: string; personalAgentId: string; sub?: string },
  turns: readonly SampleTurn[] = [{ text: 'Where is my order?', reply: 'On its way.' }],
  ageDays = 0,
): Promise<string> {
  const at = new Date(Date.now() - ageDays * 86_400_000);
  const id = () => ulid(at.getTime(), randomBytes(10));
  const contextId = `ctx_${id()}`;
  await stack.sql(
    `INSERT INTO context (id, brand_id, personal_agent_id, sub, last_turn, ended_turn, created_at, last_at)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $6)`,
    [contextId, owner.brandId, owner.personalAgentId, owner.sub ?? 'user-1', turns.length, at],
  );
  for (const [index, { text, reply }] of turns.entries()) {
    await stack.sql(
      `INSERT INTO turn (id, context_id, message_id, turn_number, run, state, lease_until, steps, text, reply_text,
         received_at, answered_at)
       VALUES ($1, $2, $3, $4, 1, 'answered', $5, 1, $6, $7, $5, $5)`,
      [`tn_${id()}`, contextId, `m-${index + 1}`, index + 1, at, text, reply],
    );
  }
  return contextId;
}

/** Stores a live grant of a Brand's jane. Out: its id. */
export async function storeGrant(
  stack: AdminStack,
  owner: { brandId: string; personalAgentId: string; sub?: string; user?: string },
): Promise<string> {
  const id = `a2agrant_${ulid(Date.now(), randomBytes(10))}`;
  await stack.sql(
    `INSERT INTO delegation_grant (id, brand_id, personal_agent_id, sub, brand_user, scopes, unticked, consented_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, '{orders:read}', '{orders:cancel}', now(), now() + interval '30 days')`,
    [id, owner.brandId, owner.personalAgentId, owner.sub ?? 'user-1', owner.user ?? 'jane'],
  );
  return id;
}

/** Stores a receipt that the Brand's active key signed, for jane's message of a conversation. Out: its id and the JWS. */
export async function storeReceipt(
  stack: AdminStack,
  { brandId, grantId = 'a2agrant_x', contextId = 'ctx_x', messageId = 'm-1', user = 'jane' }: SampleReceipt,
): Promise<{ readonly id: string; readonly jws: string }> {
  const keys = stack.get(SigningKeys);
  const facts = {
    grantId,
    user,
    pa: 'https://pa.example',
    brand: `${PUBLIC_URL}/a2a/${brandId}`,
    scopesUsed: ['orders:read'],
    actions: [{ tool: 'lookup_order' }],
    tsMs: Date.now(),
  };
  const reply = { contextId, messageId: 'r-1' };
  const { jws, claims } = signReceipt(await keys.activeJwk({ brandId }), facts, reply);
  const id = ulid(Date.now(), randomBytes(10));
  await stack.sql(
    `INSERT INTO receipt (id, brand_id, grant_id, personal_agent_id, brand_user, context_id, message_id, reply_id, jws, claims, at)
     VALUES ($1, $2, $3, 'pa-1', $4, $5, $6, 'r-1', $7, $8, now())`,
    [id, brandId, grantId, user, contextId, messageId, jws, claims],
  );
  return { id, jws };
}

interface SampleReceipt {
  readonly brandId: string;
  readonly grantId?: string;
  readonly contextId?: string;
  readonly messageId?: string;
  readonly user?: string;
}
