import { type SealedHeaders, type SecretPlace, openHeaders, sealHeaders } from '../sealed-secrets';
import type { RegisteredTool, ToolHttp } from './tool-config';

/** A tool at rest (P24): each header value sealed by itself, so that one can be replaced alone. */
export interface StoredTool extends Omit<RegisteredTool, 'http'> {
  readonly http: StoredToolHttp;
}

export interface StoredToolHttp extends Omit<ToolHttp, 'headers'> {
  readonly headers: SealedHeaders;
}

/**
 * Seals the secret headers of a tool for storage. In: the tool in clear, its place, the time (RFC 3339), and what was
 * stored before: a header whose value is the same keeps its seal and its time.
 */
export function sealTool(
  tool: RegisteredTool,
  place: SecretPlace,
  updatedAt: string,
  previous?: StoredTool,
): StoredTool {
  const kept = previous?.name === tool.name ? previous.http.headers : {};
  const headers = sealHeaders(tool.http.headers, place, headersOf(tool), updatedAt, kept);
  return { ...tool, http: { ...tool.http, headers } };
}

/** The tool with its secrets in clear, for whoever calls it. Throws UnsealError when a secret does not open here. */
export function openTool(stored: StoredTool, place: SecretPlace): RegisteredTool {
  const headers = openHeaders(stored.http.headers, place, headersOf(stored));
  return { ...stored, http: { ...stored.http, headers } };
}

const headersOf = ({ name }: { readonly name: string }) => `tools.${name}.headers`;
