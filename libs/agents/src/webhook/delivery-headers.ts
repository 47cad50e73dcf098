/** Names that belong to the connection (RFC 9110 7.6.1), to the body's framing, or to us (PACT wire 5.1), in lower case. */
const RESERVED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'http2-settings',
  'content-length',
  'content-type',
  'content-encoding',
  'content-range',
  'accept-encoding',
  'idempotency-key',
  'request-id',
]);
const OWN_PREFIX = 'surety-';

/** Whether a Brand may not set this header on its webhook, in any letter case. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower.startsWith(OWN_PREFIX);
}

/** What one delivery says in its headers (PACT wire 5.1). */
export interface DeliveryHeaders {
  readonly idempotencyKey: string;
  readonly signature: string;
  readonly requestId: string;
  /**
   * Whether the connection may serve other deliveries too. One that the endpoint closes while we write would leave it
   * unknown whether the message arrived, so only deliveries that may be repeated share connections (RFC 9110 9.2.2).
   */
  readonly keepConnection: boolean;
}

/** The headers of a delivery: the Brand's own secret ones, then ours, which nothing may replace. */
export function deliveryHeaders(
  secret: Readonly<Record<string, string>>,
  own: DeliveryHeaders,
): Record<string, string> {
  return {
    ...secret,
    'Content-Type': 'application/json',
    'Idempotency-Key': own.idempotencyKey,
    'Surety-Signature': own.signature,
    'Request-Id': own.requestId,
    Connection: own.keepConnection ? 'keep-alive' : 'close',
  };
}
