import {
  type AuthorizationServer,
  DelegationClient,
  type DeviceFlow,
  PersonalAgentSigner,
  discoverAuthorizationServer,
  fetchAgentCard,
} from '@surety/client';
import { invariant } from '@surety/kernel';
import { approveByForms } from '@surety/testing';
import type { StackDescriptor } from './stack-under-test';

/** The sandbox's Brand that delegates, and Users who log in with it as a person would. */
export class DelegatedUsers {
  private constructor(
    readonly server: AuthorizationServer,
    private readonly signer: PersonalAgentSigner,
    readonly user: { readonly email: string; readonly password: string },
  ) {}

  /** Throws when the stack's Brand offers no delegation. */
  static async of({ provider, sandbox }: StackDescriptor): Promise<DelegatedUsers> {
    const { personalAgent, delegatedBrand } = sandbox;
    const server = await discoverAuthorizationServer(await fetchAgentCard(delegatedBrand.cardUrl));
    const { privateJwk, issuer } = personalAgent;
    const signer = new PersonalAgentSigner({ privateJwk, issuer, audience: provider.audience });
    return new DelegatedUsers(server, signer, delegatedBrand.user);
  }

  /** A device authorization of one User that nobody has decided. */
  start(sub: string): Promise<DeviceFlow> {
    return this.client(sub).start(this.scopes);
  }

  /** A delegation token of one User, who grants everything that is asked for. */
  async token(sub: string): Promise<string> {
    const client = this.client(sub);
    const flow = await client.start(this.scopes);
    await approveByForms(flow.verificationUriComplete, this.user, this.scopes);
    const outcome = await client.poll(flow);
    invariant(outcome.kind === 'approved', `the device code of ${sub} is ${outcome.kind}`);
    return outcome.tokens.accessToken;
  }

  private get scopes(): readonly string[] {
    return this.server.scopes.map(({ id }) => id);
  }

  private client(sub: string): DelegationClient {
    return new DelegationClient({ server: this.server, signer: this.signer, sub });
  }
}
