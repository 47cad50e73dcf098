import { html } from 'hono/html';
import { invariant } from '@surety/kernel';

/** A piece of a page: text that has been escaped, or markup of ours. */
export type Markup = Exclude<ReturnType<typeof html>, Promise<unknown>>;

/** What may stand between the markup of a template: strings are escaped, markup stays, nothing else can get in. */
export type Content = string | Markup | readonly Content[] | undefined;

/**
 * Writes a piece of a page. Every string is escaped, so that it stays text in an element and in a quoted attribute; the bytes
 * between are as they stand in the source, which bare parsers of a form rely on (PACT wire 3).
 */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const written = html(parts, ...contents);
  invariant(!(written instanceof Promise), 'a page is written at once');
  return written;
}
