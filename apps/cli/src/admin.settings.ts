import type { Command } from 'commander';
import { AdminClient } from './admin.client';
import { usageError } from './cli-error';
import { type Session, orStartStack, setting } from './global-options';

/** Where the admin API is: options of every command that manages something. */
export interface AdminOptions {
  readonly adminUrl?: string;
  readonly adminToken?: string;
}

/** Adds the options of {@link AdminOptions} to a command. */
export function withAdminOptions(command: Command): Command {
  return command
    .option('--admin-url <url>', 'origin of the admin API (SURETY_ADMIN_URL)')
    .option(
      '--admin-token <jwt>',
      'token for it; rather set SURETY_ADMIN_TOKEN, which no process list shows',
    );
}

/**
 * The admin API from option or environment, else from the stack. The stack's token goes to the stack's own address and
 * nowhere else. Throws a usage error when there is none.
 */
export function adminClient(session: Session, options: AdminOptions): AdminClient {
  const client = findAdminClient(session, options);
  if (client) return client;
  const give = orStartStack(session, 'give SURETY_ADMIN_URL and SURETY_ADMIN_TOKEN');
  throw usageError(`No admin API is named: ${give}`);
}

/** As {@link adminClient}, but undefined when neither settings nor a stack name one. */
export function findAdminClient(session: Session, options: AdminOptions): AdminClient | undefined {
  const stack = session.found?.stack.admin;
  const url = (setting(session, options.adminUrl, 'SURETY_ADMIN_URL') ?? stack?.url)?.replace(/\/+$/, '');
  if (url === undefined) return undefined;
  const token =
    setting(session, options.adminToken, 'SURETY_ADMIN_TOKEN') ??
    (url === stack?.url ? stack?.token : undefined);
  if (!token) throw usageError(`There is no token for the admin API at ${url}: give SURETY_ADMIN_TOKEN`);
  return new AdminClient(session.surroundings, { url, token });
}
