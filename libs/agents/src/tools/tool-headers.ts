import { isReservedHeader } from '../webhook/delivery-headers';
import type { RegisteredTool } from './tool-config';

/** Whether a Brand may not set this header on a tool, in any letter case. */
export function isReservedToolHeader(name: string): boolean {
  return name.toLowerCase() === 'accept' || isReservedHeader(name);
}

/** What one call says in its headers (PACT wire 5.4). */
export interface ToolHeaders {
  readonly idempotencyKey: string;
  readonly signature: string;
  readonly contextId: string;
  readonly messageId: string;
  /** The delegation token as the personal agent presented it; undefined on an identity turn. */
  readonly token: string | undefined;
  readonly hasBody: boolean;
}

/** What a header holds of an id as it is. */
const UNSAFE = /[^\x21-\x24\x26-\x7e]/gu;

/**
 * The headers of a call: the Brand's own secret ones, then ours, which nothing may replace. A tool without scopes never gets the
 * User's token. A call that must not be made twice gets a connection of its own.
 */
export function toolHeaders(tool: RegisteredTool, own: ToolHeaders): Record<string, string> {
  const forUser = tool.scopes.length > 0 && own.token !== undefined;
  return {
    ...tool.http.headers,
    ...(forUser && { [tool.http.tokenHeader]: `Bearer ${own.token}` }),
    Accept: 'application/json',
    ...(own.hasBody && { 'Content-Type': 'application/json' }),
    'Idempotency-Key': own.idempotencyKey,
    'Surety-Signature': own.signature,
    'Surety-Context-Id': headerText(own.contextId),
    'Surety-Message-Id': headerText(own.messageId),
    Connection: tool.effect === 'read' ? 'keep-alive' : 'close',
  };
}

/** An id of the personal agent's making as a header can carry it: what is not visible ASCII, and `%`, percent-encoded. */
function headerText(id: string): string {
  return id.replace(UNSAFE, character => encodeURIComponent(character));
}
