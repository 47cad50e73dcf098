import { deploymentKey, deriveKey, readJwks, verifyDelegationToken } from '@surety/tokens';
import { type AuditEntry, SigningKeys } from '@surety/registry';
import { type StubPersonalAgent, WORLD_DEPLOYMENT_KEY } from '@surety/testing';
import { type OAuthClient, tokensOf } from '../test-stack/oauth-client.test-kit';
import { OAuthWorld } from '../test-stack/oauth-world.test-kit';

describe('rotating a Brand’s keys under load (P24)', () => {
  let world: OAuthWorld;
  let keys: SigningKeys;
  let agent: StubPersonalAgent;
  let brandId: string;
  let replicas: OAuthClient[];

  beforeAll(async () => {
    world = await OAuthWorld.open();
    keys = new SigningKeys(world.sql, deriveKey(deploymentKey(WORLD_DEPLOYMENT_KEY), 'webhook keys'));
    const origins = [await world.boot(), await world.boot()];
    agent = await world.personalAgent();
    brandId = await world.brand();
    replicas = origins.map(origin => world.client(origin, agent, brandId));
  });
  afterAll(async () => {
    await world.close();
  });

  const audit = (): AuditEntry => ({
    actor: { id: 'test', role: 'owner' },
    action: 'brand-key.rotate',
    object: { type: 'brand-key', id: brandId },
    brandId,
    before: null,
    after: null,
    reason: null,
    requestId: 'r',
  });

  /** Whether the keys that every replica publishes verify this token. */
  async function isVerifiable(token: string): Promise<boolean> {
    const { issuer, interfaceUrl } = replicas[0]!.addresses;
    const expected = { issuer, interfaceUrl, clientId: agent.issuer };
    const verdicts = replicas.map(async replica => {
      const published = readJwks((await replica.request(replica.addresses.jwks)).text);
      return published.ok && verifyDelegationToken(token, published.value, expected, Date.now()).ok;
    });
    return (await Promise.all(verdicts)).every(Boolean);
  }

  it('publishes the next key first, signs with it ten minutes later, and no token is ever unverifiable', async () => {
    const [first] = replicas;
    const flow = await first!.flow();
    await world.decide(brandId, flow.userCode);
    let { access, refresh } = tokensOf(await first!.poll(flow.deviceCode));
    const seen = [access];
    const refreshSome = async (times: number) => {
      for (let at = 0; at < times; at += 1) {
        const tokens = tokensOf(await replicas[at % 2]!.refresh(refresh));
        ({ access, refresh } = tokens);
        expect(await isVerifiable(access)).toBe(true);
        seen.push(access);
      }
    };
    const kidOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;
    const [next] = await Promise.all([keys.rotate({ brandId }, audit, 'RS256'), refreshSome(6)]);
    expect(kidOf(access)).not.toBe(next.kid);
    await world.run(
      `UPDATE signing_key SET active_from = active_from - interval '10 minutes' WHERE brand_id = $1`,
      [brandId],
    );
    const end = Date.now() + 5_000;
    while (kidOf(access) !== next.kid && Date.now() < end) await refreshSome(2);
    expect(kidOf(access)).toBe(next.kid);
    for (const token of seen) expect(await isVerifiable(token)).toBe(true);
  });
});
