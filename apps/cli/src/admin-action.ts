import type { AdminClient, AdminObject, AdminRequest } from './admin.client';
import type { Session } from './global-options';
import { terminalText } from './terminal-text';

/** Options of every command that changes something. */
export interface ChangeOptions {
  readonly dryRun?: boolean;
}

/** Says what would be sent when `--dry-run` is given (undefined then), else sends it and gives back the answer. */
export async function change(
  session: Session,
  admin: AdminClient,
  options: ChangeOptions,
  request: AdminRequest,
): Promise<AdminObject | undefined> {
  if (options.dryRun) {
    const body = request.body === undefined ? '' : `\n${JSON.stringify(request.body, undefined, 2)}`;
    const { method, path } = request;
    session.output.result(
      { dryRun: true, method, path: `/api/v1${path}`, body: request.body ?? null },
      `would send ${method} /api/v1${path}${body}`,
    );
    return undefined;
  }
  const object = await admin.object(request);
  for (const warning of object.warnings ?? []) {
    session.output.hint(`warning ${terminalText(warning.code)}: ${terminalText(warning.message)}`);
  }
  return object;
}
