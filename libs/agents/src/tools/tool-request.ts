import { type JsonObject, type Result, err, invariant, ok } from '@surety/kernel';
import type { RegisteredTool } from './tool-config';
import { fillUrl, parseUrlTemplate } from './url-template';

/** What a call sends, apart from its headers. */
export interface ToolRequest {
  /** The full URL with its query. */
  readonly url: string;
  /** JSON; empty for a method without a body. */
  readonly body: Buffer;
}

const NO_BODY = Buffer.alloc(0);
type Pair = readonly [name: string, value: string];

/**
 * Places arguments (PACT wire 5.4): those that the path names in the path, the others in the query of GET and DELETE or in the
 * JSON body. The error says which argument does not fit. In: a tool that `readTool` has passed, arguments that are I-JSON.
 */
export function toolRequest(tool: RegisteredTool, args: JsonObject): Result<ToolRequest, string> {
  const { method, url: address } = tool.http;
  const template = parseUrlTemplate(address);
  invariant(template !== undefined, 'a stored tool has well-formed placeholders');
  const filled = fillUrl(template, args);
  if (!filled.ok) return filled;
  const others = Object.entries(args).filter(([name]) => !template.names.includes(name));
  if (method !== 'GET' && method !== 'DELETE') {
    const url = new URL(filled.value).href;
    return ok({ url, body: Buffer.from(JSON.stringify(Object.fromEntries(others))) });
  }
  const pairs: Pair[] = [];
  for (const [name, value] of others) {
    const own = pairsOf(name, value);
    if (own === undefined)
      return err(`/${name} must be plain, or a list of plain values, since it stands in the query`);
    pairs.push(...own);
  }
  return ok({ url: new URL(withQuery(filled.value, pairs)).href, body: NO_BODY });
}

/** A list repeats the name; undefined for what a query cannot hold. */
function pairsOf(name: string, value: unknown): readonly Pair[] | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const plain = values.filter(item => ['string', 'number', 'boolean'].includes(typeof item));
  return plain.length === values.length ? plain.map(item => [name, String(item)] as const) : undefined;
}

function withQuery(url: string, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return url;
  const query = pairs.map(pair => pair.map(encodeURIComponent).join('=')).join('&');
  if (!url.includes('?')) return `${url}?${query}`;
  return /[?&]$/.test(url) ? url + query : `${url}&${query}`;
}
