import { brandAddresses, readUserCode } from '@surety/device-grant';
import { type RunningApp, bootApp, readSettings } from '@surety/platform';
import { type BrandDelegation, Consents } from '@surety/registry';
import { RegistryWorld, type StubPersonalAgent, WORLD_PUBLIC_URL, type WorldDatabase } from '@surety/testing';
import { authorizationServerBootOptions } from '../boot';
import { OAuthClient } from './oauth-client.test-kit';

export const CARD = ['orders:read', 'address:read', 'orders:cancel'];

const DELEGATION: BrandDelegation = {
  enabled: true,
  loginUrl: 'https://brand.test/login',
  completionUrl: 'https://brand.test/connected',
  assertionIssuer: 'https://brand.test',
  keys: { jwksUri: 'https://brand.test/jwks.json' },
  skipConsent: false,
  liveSession: false,
};

/** A database with personal agents and Brands that delegate, and as many authorization servers over it as a test boots. */
export class OAuthWorld extends RegistryWorld {
  readonly consents: Consents;
  private readonly replicas: RunningApp[] = [];

  private constructor(opened: WorldDatabase) {
    super(opened);
    this.consents = new Consents(this.sql);
  }

  static async open(): Promise<OAuthWorld> {
    return new OAuthWorld(await RegistryWorld.openDatabase());
  }

  /** Boots an authorization server over this database. Gives its origin. */
  async boot(more: Readonly<Record<string, string>> = {}): Promise<string> {
    const settings = readSettings(this.env(more));
    const replica = await bootApp({ ...authorizationServerBootOptions(settings), stopOnSignals: false });
    this.replicas.push(replica);
    return replica.origins[0]!;
  }

  /** A Brand that delegates. Gives its id. */
  brand(changes: Partial<BrandDelegation> = {}, scopes: readonly string[] = CARD): Promise<string> {
    return this.registerBrand({
      agent: { kind: 'script', script: { rules: [], fallback: 'Yes.' } },
      delegation: { ...DELEGATION, ...changes },
      scopes: scopes.map(id => ({ id, description: `May ${id}` })),
    });
  }

  /** One User of a personal agent at a Brand, as seen by one authorization server. */
  client(origin: string, personalAgent: StubPersonalAgent, brandId: string, sub = 'user-1'): OAuthClient {
    const addresses = brandAddresses(WORLD_PUBLIC_URL, brandId);
    return new OAuthClient(origin, addresses, personalAgent, sub, this.audience);
  }

  /** What the User does on the consent page: allows these scopes, or denies. In: the user code as it was shown. */
  async decide(
    brandId: string,
    shownCode: string,
    { ticked = CARD, brandUser = 'jane', decision = 'allow' as 'allow' | 'deny' } = {},
  ): Promise<void> {
    const consent = await this.consents.open(brandId, readUserCode(shownCode) ?? '', brandUser);
    if (!consent) throw new Error(`no pending request has the code ${shownCode}`);
    const answer = { brandId, requestId: consent.request.id, brandUser, decision, ticked };
    await this.consents.decide(answer, 'http-1');
  }

  override async close(): Promise<void> {
    await Promise.all(this.replicas.map(replica => replica.stop()));
    await super.close();
  }
}
