import { ClientError, NetworkError, ProtocolViolationError, TimeoutError } from './client-errors';

/** The one thing this library needs from the platform; Node's global `fetch` fits. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One request; redirects are never followed here, `timeoutMs` bounds the whole attempt, `maxBytes` the decoded body. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** A whole answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Failures before a connection stood: the request was certainly not processed. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TLS_FAULT = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/**
 * Sends one request and reads the answer whole. Throws {@link NetworkError}, {@link TimeoutError},
 * {@link ProtocolViolationError} for a body over `maxBytes`, and the reason of `signal` when the caller aborts.
 */
export async function exchange(fetch: Fetch, request: HttpRequest): Promise<HttpAnswer> {
  request.signal?.throwIfAborted();
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(request.signal?.reason);
  request.signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop.abort(new TimeoutError(timeoutText(request))), request.timeoutMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      signal: stop.signal,
    });
    const body = await readCapped(response, request.maxBytes);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    throw asNetworkError(error, request);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onAbort);
  }
}

/** Reads a body up to `maxBytes` of decoded content, so that a compressed flood is cut as well. */
async function readCapped(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      throw new ProtocolViolationError(`The answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** `fetch` rejects with a TypeError that has a cause for every fault of the wire; anything else is passed on unchanged. */
function asNetworkError(error: unknown, request: HttpRequest): unknown {
  if (error instanceof ClientError || !isFetchFault(error)) return error;
  const code = faultCode(error.cause);
  const detail = code ? ` (${code})` : '';
  return new NetworkError(
    `No answer from ${new URL(request.url).origin}${detail}`,
    !NEVER_SENT.has(code) && !TLS_FAULT.test(code),
    {
      cause: error,
    },
  );
}

function isFetchFault(error: unknown): error is { cause: unknown } {
  // The name is compared, since the error may come from another realm than this module.
  return (
    typeof error === 'object' &&
    error !== null &&
    'cause' in error &&
    'name' in error &&
    error.name === 'TypeError'
  );
}

/** The system code of a fault; several addresses of one host are tried at once and then nest their faults. */
function faultCode(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return '';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  if ('errors' in cause && Array.isArray(cause.errors)) return faultCode(cause.errors[0]);
  return '';
}

function timeoutText(request: HttpRequest): string {
  return `No whole answer from ${new URL(request.url).origin} within ${request.timeoutMs} ms`;
}
