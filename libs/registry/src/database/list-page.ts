/** Which part of a list is asked for; lists are newest first, by id. */
export interface ListPage {
  /** How many rows at most. */
  readonly limit: number;
  /** Only rows whose id is below this one. */
  readonly before?: string | undefined;
}

/** The pattern of a literal text anywhere in a column, for `ILIKE`. */
export function containing(text: string | undefined): string | null {
  return text === undefined ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
