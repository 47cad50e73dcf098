import { Command, Option } from 'commander';
import { type ChangeOptions, change, withChangeOptions } from '../admin-action';
import { type ListOptions, printList, withListOptions } from '../admin-list';
import { type AdminOptions, adminClient, withAdminOptions } from '../admin.settings';
import { registeredBrand } from '../brand-address';
import { brandText } from '../brand-text';
import { confirm } from '../confirmation';
import { examples, openSession } from '../global-options';
import type { Surroundings } from '../surroundings';
import { brandAddCommand } from './brand-add.command';

/** `surety brand`: Brands at the Provider (PACT wire 6). */
export function brandCommand(surroundings: Surroundings): Command {
  return new Command('brand')
    .description('register and manage Brands')
    .addCommand(brandAddCommand(surroundings))
    .addCommand(listCommand(surroundings))
    .addCommand(showCommand(surroundings))
    .addCommand(closeCommand(surroundings));
}

interface BrandListOptions extends AdminOptions, ListOptions {
  readonly state?: string;
  readonly query?: string;
}

function listCommand(surroundings: Surroundings): Command {
  const command = new Command('list')
    .description('list Brands, newest first')
    .addOption(new Option('--state <state>', 'only these').choices(['open', 'closed']))
    .option('--query <text>', 'only those whose name holds this');
  return withAdminOptions(withListOptions(command)).action(async (_options: unknown, self: Command) => {
    const { options, ...session } = openSession<BrandListOptions>(surroundings, self);
    const filters = { state: options.state, q: options.query };
    await printList(session, adminClient(session, options), '/brands', options, filters, [
      { name: 'id', cell: brand => brand.id },
      { name: 'state', cell: brand => brand.state },
      { name: 'name', cell: brand => brand.name },
      { name: 'card', cell: brand => brand.cardUrl },
    ]);
  });
}

function showCommand(surroundings: Surroundings): Command {
  const command = new Command('show').description('show a Brand').argument('<brand>', 'id or name');
  return withAdminOptions(command).action(async (named: string, _options: unknown, self: Command) => {
    const { options, ...session } = openSession<AdminOptions>(surroundings, self);
    const admin = adminClient(session, options);
    const { id } = await registeredBrand(admin, named);
    const brand = await admin.object({ method: 'GET', path: `/brands/${id}` });
    session.output.result(brand, brandText(brand));
  });
}

interface CloseOptions extends AdminOptions, ChangeOptions {
  readonly yes?: boolean;
}

function closeCommand(surroundings: Surroundings): Command {
  const command = new Command('close')
    .description('close a Brand for good: from its next request on it answers like an unknown one')
    .argument('<brand>', 'id or name')
    .option('--yes', 'do not ask; needed when nobody can be asked');
  return withAdminOptions(withChangeOptions(command))
    .addHelpText(
      'after',
      examples([['surety brand close "Northwind Books" --dry-run', 'look before you leap']]),
    )
    .action(async (named: string, _options: unknown, self: Command) => {
      const { options, ...session } = openSession<CloseOptions>(surroundings, self);
      const admin = adminClient(session, options);
      const { id, name } = await registeredBrand(admin, named);
      if (!options.dryRun && !options.yes) await confirm(session, `Close ${name} (${id}) for good?`);
      const brand = await change(session, admin, options, { path: `/brands/${id}/close` });
      if (brand) session.output.result(brand, brandText(brand));
    });
}
