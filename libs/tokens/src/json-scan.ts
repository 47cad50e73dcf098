import { isStorable } from '@surety/kernel';

/** What JSON.parse hides: the deepest nesting (a lone object is 1) and the first member name given twice in one object. */
export interface JsonScan {
  readonly depth: number;
  readonly repeatedName: string | undefined;
}

/** Walks JSON text once. In: text that JSON.parse accepts; the answer for other text means nothing. */
export function scanJson(text: string): JsonScan {
  const open: (Set<string> | undefined)[] = [];
  let depth = 0;
  let repeatedName: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : undefined);
      depth = Math.max(depth, open.length);
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === '"') {
      const end = endOfString(text, at);
      const names = open.at(-1);
      if (names && isName(text, end)) {
        const name = JSON.parse(text.slice(at, end)) as string;
        if (names.has(name)) repeatedName ??= name;
        names.add(name);
      }
      at = end - 1;
    }
  }
  return { depth, repeatedName };
}

/** The position behind the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** A string of an object is a member's name exactly when a colon follows it. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at += 1;
  return text[at] === ':';
}

/**
 * True when a string or name anywhere in the value holds NUL or a lone surrogate, which no database text can hold (P27).
 * In: a parsed JSON value of bounded depth and the text it came from; without `\u` in the text neither can occur.
 */
export function hasUnstorableText(value: unknown, text: string): boolean {
  return text.includes('\\u') && holdsUnstorable(value);
}

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return !isStorable(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => !isStorable(name) || holdsUnstorable(member));
}
