import type { Command } from 'commander';
import type { AdminClient, AdminObject } from './admin.client';
import type { Session } from './global-options';
import { terminalText } from './terminal-text';

/** Options of every command that changes something. */
export interface ChangeOptions {
  readonly reason?: string;
  readonly dryRun?: boolean;
}

/** A change: POST of `body` (empty unless given) to a path relative to `/api/v1`. */
export interface ChangeRequest {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Adds `--reason` and `--dry-run`. */
export function withChangeOptions(command: Command): Command {
  return command
    .option('--reason <text>', 'kept in the audit log')
    .option('--dry-run', 'say what would be sent, send nothing');
}

/**
 * Sends a change with its reason and gives back the answer. With `--dry-run` it says what would be sent, sends nothing and
 * gives undefined.
 */
export async function change(
  session: Session,
  admin: AdminClient,
  { reason, dryRun }: ChangeOptions,
  request: ChangeRequest,
): Promise<AdminObject | undefined> {
  const method = 'POST';
  const body = { ...request.body, ...(reason === undefined ? {} : { reason }) };
  if (dryRun) {
    const path = `/api/v1${request.path}`;
    const text = `would send ${method} ${path}\n${JSON.stringify(body, undefined, 2)}`;
    session.output.result({ dryRun: true, method, path, body }, text);
    return undefined;
  }
  const object = await admin.object({ method, path: request.path, body });
  for (const warning of object.warnings ?? []) {
    session.output.hint(`warning ${terminalText(warning.code)}: ${terminalText(warning.message)}`);
  }
  return object;
}
