import type { Command } from 'commander';
import type { AdminList } from './admin-action';
import type { AdminClient } from './admin.client';
import type { Session } from './global-options';
import { wholeNumber } from './option-values';
import { table } from './terminal-text';

/** Options of every list. */
export interface ListOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

/** One column of a printed list. */
export interface Column<T> {
  readonly name: string;
  readonly cell: (item: T) => string;
}

/** Adds `--limit` and `--cursor`. */
export function withListOptions(command: Command): Command {
  return command
    .option('--limit <count>', 'how many at most (default: 50)', wholeNumber(1, 200))
    .option('--cursor <cursor>', 'go on after an earlier page');
}

/** Fetches and prints one page of `path`, newest first; `filters` without a value are left out. */
export async function printList<T>(
  session: Session,
  admin: AdminClient,
  path: string,
  options: ListOptions,
  filters: Readonly<Record<string, string | number | boolean | undefined>>,
  columns: readonly Column<T>[],
): Promise<void> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, limit: options.limit, cursor: options.cursor })) {
    if (value !== undefined) query.set(name, String(value));
  }
  const suffix = query.size > 0 ? `?${query.toString()}` : '';
  const list = (await admin.send({ method: 'GET', path: path + suffix })) as AdminList<T>;
  const rows = list.items.map(item => columns.map(column => column.cell(item)));
  const header = columns.map(column => column.name);
  session.output.result(list, rows.length > 0 ? table(header, rows) : 'none');
  if (list.nextCursor) session.output.hint(`more: --cursor ${list.nextCursor}`);
}
