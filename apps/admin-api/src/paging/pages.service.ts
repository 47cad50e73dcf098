import { Inject, Injectable } from '@nestjs/common';
import { deriveKey } from '@surety/tokens';
import { DEPLOYMENT_KEY } from '../deployment-key.token';
import type { PageQuery } from '../input/query-rules';
import { invalidRequest } from '../problem/problem';
import { readCursor, writeCursor } from './page-cursor';

const LIMIT_DEFAULT = 50;

/** The part of a list that a repository is asked for: one item more than is shown, to know whether more follow. */
export interface PageAsked {
  readonly limit: number;
  /** The id of the last item shown before; newest first, so the next ones are below it. */
  readonly before: string | undefined;
}

/** One page of answers. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** Pages of any list: newest first, `limit` items, a signed cursor to go on (PACT wire §6). */
@Injectable()
export class Pages {
  private readonly key: Buffer;

  constructor(@Inject(DEPLOYMENT_KEY) deploymentKey: Buffer) {
    this.key = deriveKey(deploymentKey, 'admin list cursor');
  }

  /**
   * Reads one page. In: the name of the list, its whole query, what fetches rows newest first, and what shows one.
   * Throws a 400 Problem for a cursor of another list.
   */
  async read<Row extends { readonly id: string }, T>(
    list: string,
    query: PageQuery,
    fetch: (asked: PageAsked) => Promise<readonly Row[]>,
    show: (row: Row) => T,
  ): Promise<Page<T>> {
    const { limit = LIMIT_DEFAULT, cursor, ...filters } = query;
    const name = `${list}?${JSON.stringify(Object.entries(filters).sort())}`;
    const rows = await fetch({ limit: limit + 1, before: this.position(name, cursor) });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const nextCursor = last === undefined ? null : writeCursor(this.key, name, last.id);
    return { items: shown.map(show), nextCursor };
  }

  private position(name: string, cursor: string | undefined): string | undefined {
    if (cursor === undefined) return undefined;
    const position = readCursor(this.key, name, cursor);
    if (!position.ok) throw invalidRequest([position.error]);
    return position.value;
  }
}
