import { ClientError, DelegationRefusedError, NotFoundError, OAuthRefusedError } from '@surety/client';
import { Command } from 'commander';
import { CliError, usageError } from '../cli-error';
import { delegatedBrand } from '../delegated-brand';
import {
  DelegationFolder,
  type ShownDelegation,
  type StoredDelegation,
  withoutTokens,
} from '../delegation-folder';
import { type Session, examples, openSession } from '../global-options';
import {
  type PersonalAgentOptions,
  personalAgent,
  withPersonalAgentOptions,
} from '../personal-agent.settings';
import type { Surroundings } from '../surroundings';
import { table } from '../terminal-text';

type Liveness = 'live' | 'over' | 'not asked' | 'unknown';

interface ListOptions extends PersonalAgentOptions {
  readonly offline?: boolean;
}

interface RevokeOptions extends PersonalAgentOptions {
  readonly all?: boolean;
  readonly dryRun?: boolean;
}

/** `surety grants`: what the User let this machine's personal agents do, and the end of it. */
export function grantsCommand(surroundings: Surroundings): Command {
  return new Command('grants')
    .description('what Users let personal agents of this account do at Brands')
    .addCommand(listCommand(surroundings), { isDefault: true })
    .addCommand(revokeCommand(surroundings));
}

function listCommand(surroundings: Surroundings): Command {
  const command = new Command('list')
    .description('list what is stored here, and whether the Brand still honours it')
    .option('--offline', 'ask no Brand');
  return withPersonalAgentOptions(command)
    .addHelpText('after', examples([['surety grants', 'everything, with its state']]))
    .action(async (_options: unknown, self: Command) => {
      const { options, ...session } = openSession<ListOptions>(surroundings, self);
      const stored = new DelegationFolder(surroundings).list();
      const rows: (ShownDelegation & { readonly state: Liveness })[] = [];
      for (const delegation of stored) {
        const state = options.offline ? 'not asked' : await liveness(session, options, delegation);
        rows.push({ ...withoutTokens(delegation), state });
      }
      session.output.result({ grants: rows }, listText(rows));
    });
}

function revokeCommand(surroundings: Surroundings): Command {
  const command = new Command('revoke')
    .description('end a grant at its Brand and forget its tokens')
    .argument('[grant]', 'grant id, or name of the Brand')
    .option('--all', 'every grant that is stored here')
    .option('--dry-run', 'show what would be revoked, and revoke nothing');
  return withPersonalAgentOptions(command)
    .addHelpText(
      'after',
      examples([
        ['surety grants revoke a2agrant_01J…', 'one grant'],
        ['surety grants revoke --all', 'all of them'],
      ]),
    )
    .action(async (named: string | undefined, _options: unknown, self: Command) => {
      const { options, ...session } = openSession<RevokeOptions>(surroundings, self);
      const chosen = choose(new DelegationFolder(surroundings).list(), named, options);
      const revoked: ShownDelegation[] = [];
      const { dryRun = false } = options;
      for (const delegation of chosen) {
        if (!dryRun) await revoke(session, options, delegation);
        revoked.push(withoutTokens(delegation));
      }
      const verb = dryRun ? 'would revoke' : 'revoked';
      const names = revoked.map(({ grantId, brandName }) => `${verb} ${grantId} at ${brandName}`);
      session.output.result({ dryRun, revoked }, names.join('\n') || 'There is nothing to revoke.');
    });
}

/** A Brand that is gone has no grants left: then only the tokens here are to be forgotten. */
async function revoke(
  session: Session,
  options: PersonalAgentOptions,
  delegation: StoredDelegation,
): Promise<void> {
  try {
    await (await partiesOf(session, options, delegation)).delegation.revoke();
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    new DelegationFolder(session.surroundings).remove(delegation);
  }
}

function choose(
  stored: readonly StoredDelegation[],
  named: string | undefined,
  { all }: RevokeOptions,
): readonly StoredDelegation[] {
  if ((named === undefined) === !all) throw usageError('Name one grant, or give --all');
  if (named === undefined) return stored;
  const fits = stored.filter(
    ({ tokens, brandName }) => tokens.grantId === named || brandName.toLowerCase() === named.toLowerCase(),
  );
  if (fits.length === 0) throw new CliError('not_found', `No stored grant is called ${named}`);
  if (fits.length > 1) throw usageError(`${fits.length} grants fit ${named}; give the id of one`);
  return fits;
}

/** The delegation of a stored file, for the very User and personal agent that got it. */
function partiesOf(session: Session, options: PersonalAgentOptions, { cardUrl, sub }: StoredDelegation) {
  return delegatedBrand(session, { ...options, sub }, cardUrl);
}

/** Asks the Brand with the token, as a message would (PACT 5.5); only the personal agent that got it can. */
async function liveness(
  session: Session,
  options: PersonalAgentOptions,
  delegation: StoredDelegation,
): Promise<Liveness> {
  const { signer } = personalAgent(session, { ...options, sub: delegation.sub });
  if (signer.issuer !== delegation.issuer) return 'not asked';
  try {
    const { brand } = await partiesOf(session, options, delegation);
    await brand.listTasks({ signal: session.surroundings.signal });
    return 'live';
  } catch (error) {
    if (error instanceof DelegationRefusedError || error instanceof OAuthRefusedError) return 'over';
    if (error instanceof ClientError) return 'unknown';
    throw error;
  }
}

function listText(rows: readonly (ShownDelegation & { readonly state: Liveness })[]): string {
  if (rows.length === 0) return 'Nothing is stored: no User has approved anything here.';
  return table(
    ['brand', 'user', 'scopes', 'state', 'grant'],
    rows.map(({ brandName, sub, scopes, state, grantId }) => [
      brandName,
      sub,
      scopes.join(' '),
      state,
      grantId,
    ]),
  );
}
