import { Command } from 'commander';
import { type ChangeOptions, change, withChangeOptions } from '../admin-action';
import { type ListOptions, printList, withListOptions } from '../admin-list';
import type { AdminClient, AdminObject } from '../admin.client';
import { type AdminOptions, adminClient, withAdminOptions } from '../admin.settings';
import { CliError } from '../cli-error';
import { examples, openSession } from '../global-options';
import { truthValue } from '../option-values';
import type { Surroundings } from '../surroundings';
import { properties } from '../terminal-text';
import { paInitCommand } from './pa-init.command';
import { paServeCommand } from './pa-serve.command';

/** `surety pa`: personal agents, from making a key to registering at a Provider (PACT 3.1). */
export function paCommand(surroundings: Surroundings): Command {
  return new Command('pa')
    .description('make, register and manage personal agents')
    .addCommand(paInitCommand(surroundings))
    .addCommand(paServeCommand(surroundings))
    .addCommand(addCommand(surroundings))
    .addCommand(listCommand(surroundings))
    .addCommand(showCommand(surroundings))
    .addCommand(switchCommand(surroundings, 'enable', 'let a personal agent speak again'))
    .addCommand(switchCommand(surroundings, 'disable', 'refuse a personal agent from its next request on'));
}

interface AddOptions extends AdminOptions, ChangeOptions {
  readonly name: string;
  readonly issuer: string;
  readonly jwksUri: string;
  readonly disabled?: boolean;
}

function addCommand(surroundings: Surroundings): Command {
  const command = new Command('add')
    .description('register a personal agent at the Provider')
    .requiredOption('--name <text>', 'how operators call it')
    .requiredOption('--issuer <url>', 'its `iss`, compared byte for byte; cannot be changed later')
    .requiredOption('--jwks-uri <url>', 'where it publishes its public keys')
    .option('--disabled', 'register it without letting it speak yet');
  return withAdminOptions(withChangeOptions(command))
    .addHelpText(
      'after',
      examples([
        [
          'surety pa add --name "My agent" --issuer https://pa.example.com --jwks-uri https://pa.example.com/jwks.json',
          'prints the audience to sign for',
        ],
      ]),
    )
    .action(async (_options: unknown, self: Command) => {
      const { options, ...session } = openSession<AddOptions>(surroundings, self);
      const { name, issuer, jwksUri } = options;
      const body = {
        name,
        issuer,
        jwksUri,
        ...(options.disabled ? { enabled: false } : {}),
      };
      const admin = adminClient(session, options);
      const made = await change(session, admin, options, { path: '/personal-agents', body });
      if (made) session.output.result(made, personalAgentText(made));
    });
}

interface PaListOptions extends AdminOptions, ListOptions {
  readonly enabled?: boolean;
  readonly issuer?: string;
  readonly query?: string;
}

function listCommand(surroundings: Surroundings): Command {
  const command = new Command('list')
    .description('list personal agents, newest first')
    .option('--enabled <true|false>', 'only those that may or may not speak', truthValue)
    .option('--issuer <url>', 'only this issuer')
    .option('--query <text>', 'only those whose name or issuer holds this');
  return withAdminOptions(withListOptions(command)).action(async (_options: unknown, self: Command) => {
    const { options, ...session } = openSession<PaListOptions>(surroundings, self);
    const filters = { enabled: options.enabled, issuer: options.issuer, q: options.query };
    await printList(session, adminClient(session, options), '/personal-agents', options, filters, [
      { name: 'id', cell: agent => agent.id },
      { name: 'state', cell: agent => (agent.enabled ? 'enabled' : 'disabled') },
      { name: 'name', cell: agent => agent.name },
      { name: 'issuer', cell: agent => agent.issuer },
    ]);
  });
}

function showCommand(surroundings: Surroundings): Command {
  const command = new Command('show')
    .description('show a personal agent, its audience and the keys that were fetched')
    .argument('<personal agent>', 'id or issuer');
  return withAdminOptions(command).action(async (named: string, _options: unknown, self: Command) => {
    const { options, ...session } = openSession<AdminOptions>(surroundings, self);
    const admin = adminClient(session, options);
    const agent = await admin.object({ method: 'GET', path: await personalAgentPath(admin, named) });
    session.output.result(agent, personalAgentText(agent));
  });
}

interface SwitchOptions extends AdminOptions, ChangeOptions {}

function switchCommand(surroundings: Surroundings, verb: 'enable' | 'disable', description: string): Command {
  const command = new Command(verb).description(description).argument('<personal agent>', 'id or issuer');
  return withAdminOptions(withChangeOptions(command)).action(
    async (named: string, _options: unknown, self: Command) => {
      const { options, ...session } = openSession<SwitchOptions>(surroundings, self);
      const admin = adminClient(session, options);
      const path = `${await personalAgentPath(admin, named)}/${verb}`;
      const agent = await change(session, admin, options, { path });
      if (agent) session.output.result(agent, personalAgentText(agent));
    },
  );
}

async function personalAgentPath(admin: AdminClient, named: string): Promise<string> {
  if (!/^https?:\/\//i.test(named)) return `/personal-agents/${encodeURIComponent(named)}`;
  const { items } = await admin.list('/personal-agents', { issuer: named });
  const found = items.find(agent => agent.issuer === named);
  if (!found) throw new CliError('not_found', `No personal agent has the issuer ${named}`);
  return `/personal-agents/${found.id}`;
}

function personalAgentText(agent: AdminObject): string {
  const keys: Record<string, unknown> =
    typeof agent.keys === 'object' && agent.keys !== null ? { ...agent.keys } : {};
  return properties([
    ['id', agent.id],
    ['name', agent.name],
    ['state', agent.enabled ? 'enabled' : 'disabled'],
    ['issuer', agent.issuer],
    ['audience', agent.audience],
    ['jwks', agent.jwksUri],
    ['keys', Array.isArray(keys.kids) ? keys.kids.join(', ') || 'none fetched' : undefined],
    ['keys fetched', keys.fetchedAt],
    ['keys error', keys.error],
  ]);
}
