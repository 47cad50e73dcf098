import {
  BrandClient,
  type BrandCard,
  DelegationClient,
  UserDelegation,
  discoverAuthorizationServer,
} from '@surety/client';
import { brandCard } from './brand-address';
import { CliError } from './cli-error';
import { DelegationFolder, type DelegationOwner } from './delegation-folder';
import type { Session } from './global-options';
import { type PersonalAgentOptions, clientOptions } from './personal-agent.settings';

/** A Brand that delegates, as one User's personal agent deals with it. */
export interface DelegatedBrand {
  readonly card: BrandCard;
  readonly owner: DelegationOwner;
  readonly client: DelegationClient;
  readonly delegation: UserDelegation;
  /** Speaks in the User's name with what is stored. */
  readonly brand: BrandClient;
}

/**
 * The delegating Brand that a user named, else the sandbox's, for the User and personal agent of options, environment or stack.
 * Throws a usage error, and what fetching card and metadata throws.
 */
export async function delegatedBrand(
  session: Session,
  options: PersonalAgentOptions,
  name: string | undefined,
): Promise<DelegatedBrand> {
  const parties = clientOptions(session, options);
  const card = await brandCard(session, name, 'delegated');
  const { fetch, clock, signal } = session.surroundings;
  const server = await discoverAuthorizationServer(card, { fetch, signal });
  const client = new DelegationClient({ server, ...parties });
  const owner = { interfaceUrl: card.interfaceUrl, issuer: parties.signer.issuer, sub: parties.sub };
  const store = new DelegationFolder(session.surroundings).storeFor(owner, {
    brandName: card.name,
    cardUrl: card.cardUrl,
  });
  const delegation = new UserDelegation(client, store, clock);
  const brand = new BrandClient({ interfaceUrl: card.interfaceUrl, delegation, ...parties });
  return { card, owner, client, delegation, brand };
}

/** Throws `not_logged_in` unless the User has approved something at this Brand. */
export async function requireDelegation({ delegation, card }: DelegatedBrand): Promise<void> {
  if (await delegation.tokens()) return;
  throw new CliError('not_logged_in', `The User has approved nothing at ${card.name} yet`);
}
