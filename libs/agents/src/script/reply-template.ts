import { LIMITS, type Result, err, ok } from '@surety/kernel';
import { AgentFailure } from '../port';

/** What values may be called. */
export const VALUE_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** A value, or a member of what a tool gave: `lookup_orders.items.0.name`. */
const PLACEHOLDER = /^[A-Za-z][A-Za-z0-9_]{0,63}(?:\.[A-Za-z0-9_-]{1,64}){0,8}$/;

const OPEN = '{{';
const CLOSE = '}}';

/** A text cut at its placeholders: texts and names take turns, beginning and ending with a text. */
export interface ReplyTemplate {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** Cuts a text at its `{{name}}` and `{{tool.path}}` placeholders; the error is the malformed one's position in the text. */
export function parseReply(reply: string): Result<ReplyTemplate, number> {
  const texts: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (;;) {
    const open = reply.indexOf(OPEN, from);
    if (open < 0) return ok({ texts: [...texts, reply.slice(from)], names });
    const close = reply.indexOf(CLOSE, open);
    const name = close < 0 ? '' : reply.slice(open + OPEN.length, close);
    if (!PLACEHOLDER.test(name)) return err(open);
    texts.push(reply.slice(from, open));
    names.push(name);
    from = close + CLOSE.length;
  }
}

/** What a placeholder begins with: the name of a value or of a tool. */
export const headOf = (placeholder: string): string => placeholder.split('.', 1)[0] ?? '';

/**
 * Fills a template; every name must have its value. An answer that would pass 64 KiB is refused before it is built,
 * since one value may stand in a reply thousands of times.
 */
export function fillReply(
  template: ReplyTemplate,
  values: ReadonlyMap<string, string>,
): Result<string, AgentFailure> {
  const parts = template.texts.flatMap((text, i) => {
    const name = template.names[i];
    return name === undefined ? [text] : [text, values.get(name) ?? ''];
  });
  const characters = parts.reduce((sum, part) => sum + part.length, 0);
  if (characters > LIMITS.textBytes) {
    return err(new AgentFailure('too_large', `the filled reply is over ${LIMITS.textBytes} bytes`));
  }
  return ok(parts.join(''));
}
