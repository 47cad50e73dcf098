import type { Command } from 'commander';
import type { AdminClient, AdminObject, QueryMembers } from './admin.client';
import type { Session } from './global-options';
import { wholeNumber } from './option-values';
import { shellWord, table } from './terminal-text';

/** Options of every list. */
export interface ListOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

/** One column of a printed list. */
export interface Column {
  readonly name: string;
  readonly cell: (item: AdminObject) => unknown;
}

/** Adds `--limit` and `--cursor`. */
export function withListOptions(command: Command): Command {
  return command
    .option('--limit <count>', 'how many at most (default: 50)', wholeNumber(1, 200))
    .option('--cursor <cursor>', 'go on after an earlier page');
}

/** Fetches and prints one page of `path`, newest first; `filters` without a value are left out. */
export async function printList(
  session: Session,
  admin: AdminClient,
  path: string,
  options: ListOptions,
  filters: QueryMembers,
  columns: readonly Column[],
): Promise<void> {
  const { limit, cursor } = options;
  const list = await admin.list(path, { ...filters, limit, cursor });
  const rows = list.items.map(item => columns.map(column => String(column.cell(item) ?? '')));
  const header = columns.map(column => column.name);
  session.output.result(list, rows.length > 0 ? table(header, rows) : 'none');
  if (list.nextCursor) session.output.hint(moreHint(list.nextCursor));
}

/** How to get the page after this one. */
export const moreHint = (cursor: unknown): string => `more: --cursor ${shellWord(String(cursor))}`;
