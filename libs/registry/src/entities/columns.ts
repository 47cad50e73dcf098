import type { ColumnOptions } from 'typeorm';

/**
 * An identifier: compared by bytes, so that ULIDs sort by time under any locale of the database and range scans
 * over them are exact.
 */
export const identifier = (name: string, options: ColumnOptions = {}): ColumnOptions => ({
  name,
  type: 'text',
  collation: 'C',
  ...options,
});

/** An instant; always with time zone, since deadlines are judged by the database clock. */
export const instant = (name: string, options: ColumnOptions = {}): ColumnOptions => ({
  name,
  type: 'timestamptz',
  ...options,
});
