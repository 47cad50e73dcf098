import { randomUUID } from 'node:crypto';
import type { StoredAgentConfig, StoredTool } from '@surety/agents';
import { brandAddresses } from '@surety/device-grant';
import { SigningKeys } from '@surety/registry';
import {
  type A2aAnswer,
  type ReceivedReply,
  type StubPersonalAgent,
  WORLD_DEPLOYMENT_KEY,
  WORLD_PUBLIC_URL,
  assertReply,
} from '@surety/testing';
import {
  type DelegationTokenClaims,
  type VerificationKey,
  deploymentKey,
  deriveKey,
  readJwks,
  signDelegationToken,
} from '@surety/tokens';
import type { RegisteredWorld } from './registered-world.test-kit';

/** The scopes of every Brand here, in card order. */
export const CARD = [
  { id: 'orders:read', description: 'Look up your orders and their status' },
  { id: 'orders:cancel', description: 'Cancel an order that has not shipped' },
  { id: 'refunds:issue', description: 'Issue refunds' },
];

const DELEGATION = {
  enabled: true,
  loginUrl: 'https://brand.example/login',
  completionUrl: null,
  assertionIssuer: 'https://brand.example',
  keys: { jwksUri: 'https://brand.example/jwks.json' },
  skipConsent: false,
  liveSession: false,
};

/** A grant of one Brand user to a personal agent for its `user-1`. */
export interface TestGrant {
  readonly grantId: string;
  readonly brandUser: string;
  readonly clientId: string;
}

/** A tool of effect `write` or `read` behind a stub's address, for one scope or for none. */
export function toolAt(url: string, changes: Partial<StoredTool> = {}): StoredTool {
  return {
    name: 'cancel_order',
    description: 'Cancels an order',
    parameters: { type: 'object' },
    scopes: ['orders:cancel'],
    effect: 'write',
    enabled: true,
    http: { method: 'POST', url, headers: {}, tokenHeader: 'Authorization', timeoutSeconds: 10 },
    ...changes,
  };
}

/** A Brand that delegates, with its keys, tools, grants and tokens: what its authorization server would have made. */
export class DelegatingBrand {
  private constructor(
    private readonly world: RegisteredWorld,
    readonly id: string,
    readonly keys: SigningKeys,
  ) {}

  static async open(
    world: RegisteredWorld,
    agent: StoredAgentConfig,
    { tools = [] as readonly StoredTool[], deadlineSeconds = 30 } = {},
  ): Promise<DelegatingBrand> {
    const id = await world.brand(agent, deadlineSeconds);
    await world.run('UPDATE brand SET delegation = $2, scopes = $3 WHERE id = $1', [
      id,
      JSON.stringify(DELEGATION),
      JSON.stringify(CARD),
    ]);
    for (const { name, description, parameters, scopes, effect, enabled, http } of tools) {
      await world.run(
        `INSERT INTO tool (brand_id, name, description, parameters, scopes, effect, enabled, http)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, name, description, JSON.stringify(parameters), scopes, effect, enabled, JSON.stringify(http)],
      );
    }
    const keys = new SigningKeys(world.sql, deriveKey(deploymentKey(WORLD_DEPLOYMENT_KEY), 'webhook keys'));
    await keys.ensure({ brandId: id });
    return new DelegatingBrand(world, id, keys);
  }

  get addresses() {
    return brandAddresses(WORLD_PUBLIC_URL, this.id);
  }

  /** Lets a personal agent act for its `user-1`. */
  async grant(agent: StubPersonalAgent, scopes: readonly string[], brandUser = 'jane'): Promise<TestGrant> {
    const grantId = `a2agrant_${randomUUID()}`;
    await this.world.run(
      `INSERT INTO delegation_grant
         (id, brand_id, personal_agent_id, sub, brand_user, scopes, unticked, consented_at, ends_at)
       SELECT $1, $2, personal_agent.id, 'user-1', $4, $5, '{}', now(), now() + interval '1 day'
       FROM personal_agent WHERE issuer = $3`,
      [grantId, this.id, agent.issuer, brandUser, scopes],
    );
    return { grantId, brandUser, clientId: agent.issuer };
  }

  async revoke({ grantId }: TestGrant): Promise<void> {
    await this.world.run(
      `UPDATE delegation_grant SET revoked_at = clock_timestamp(), revoked_by = 'user' WHERE id = $1`,
      [grantId],
    );
  }

  /** A delegation token of this grant, as the Brand's authorization server signs it; `changes` make it another. */
  async token(
    { grantId, brandUser, clientId }: TestGrant,
    scopes: readonly string[],
    changes: Partial<DelegationTokenClaims> = {},
  ): Promise<string> {
    const { issuer, interfaceUrl } = this.addresses;
    const iat = Math.floor(Date.now() / 1000);
    return signDelegationToken(await this.keys.activeJwk({ brandId: this.id }), {
      ...{
        issuer,
        interfaceUrl,
        brandUser,
        clientId,
        scopes,
        grantId,
        iat,
        exp: iat + 3_600,
        jti: randomUUID(),
      },
      ...changes,
    });
  }

  /** What its authorization server publishes. */
  async publishedKeys(): Promise<readonly VerificationKey[]> {
    const published = await this.keys.published({ brandId: this.id });
    const read = readJwks(JSON.stringify({ keys: published.map(({ publicJwk }) => publicJwk) }));
    if (!read.ok) throw new Error(read.error);
    return read.value;
  }
}

/** A delegated reply: as any other, and in its metadata the receipt, alone. Throws for every other answer. */
export function assertDelegatedReply(
  answer: A2aAnswer,
): ReceivedReply & { readonly receipt: { readonly jws: string; readonly claims: Record<string, unknown> } } {
  const body = JSON.parse(answer.text) as { message?: { metadata?: Record<string, unknown> } };
  const { metadata, ...message } = body.message ?? {};
  const receipt = metadata?.['pact.receipt'] as { jws: string; claims: Record<string, unknown> } | undefined;
  if (!receipt || Object.keys(metadata ?? {}).length !== 1) throw new Error(`no receipt in ${answer.text}`);
  return { ...assertReply({ ...answer, text: JSON.stringify({ message }) }), receipt };
}
