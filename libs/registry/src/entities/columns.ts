import type { ColumnOptions } from 'typeorm';

/**
 * An identifier: compared by bytes, so that ULIDs sort by time under any locale of the database and range scans
 * over them are exact.
 */
export function identifier(name: string, options: ColumnOptions = {}) {
  return { ...options, name, type: 'text', collation: 'C' } as const;
}

/** Part of a primary key whose constraint has this name. */
export function key(name: string, primaryKeyConstraintName: string) {
  return { name, type: 'text', collation: 'C', primaryKeyConstraintName } as const;
}

/** An instant; always with time zone, since deadlines are judged by the database clock. */
export function instant(name: string, options: ColumnOptions = {}) {
  return { ...options, name, type: 'timestamptz' } as const;
}
