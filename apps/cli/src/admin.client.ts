import { RateLimitedError, UnavailableError, exchange, readRetryAfter } from '@surety/client';
import type { HttpAnswer } from '@surety/client';
import { type JsonObject, LIMITS, isJsonObject, parseJsonBytes } from '@surety/kernel';
import { CliError } from './cli-error';
import type { Surroundings } from './surroundings';

/** Where the admin API is and the token for it. */
export interface AdminAddress {
  readonly url: string;
  readonly token: string;
}

/** One request to the admin API; `path` is relative to `/api/v1`. */
export interface AdminRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: QueryMembers;
  readonly body?: unknown;
}

/** Members of a query string; those without a value are left out. */
export type QueryMembers = Readonly<Record<string, string | number | boolean | undefined>>;

/** What every object of the admin API has (PACT wire 6). */
export interface AdminObject {
  readonly id: string;
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
  readonly [member: string]: unknown;
}

/** A page of a list. */
export interface AdminList {
  readonly items: readonly AdminObject[];
  readonly nextCursor: string | null;
}

/** Problem codes that have an exit code of their own; the others are refusals (PACT wire 6). */
const FAILURE_OF_STATUS: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [412, 'conflict'],
]);

const TOKEN_CURE =
  'An admin token lives at most 12 h: take the one of the running stack, or have a new one made.';

/** Talks to the admin API (PACT wire 6). Every failure is a {@link CliError} with the problem's own words, or a network error. */
export class AdminClient {
  readonly #surroundings: Pick<Surroundings, 'fetch' | 'signal' | 'clock'>;
  readonly #address: AdminAddress;

  constructor(surroundings: Pick<Surroundings, 'fetch' | 'signal' | 'clock'>, address: AdminAddress) {
    this.#surroundings = surroundings;
    this.#address = address;
  }

  /** The object that `request` answers. */
  async object(request: AdminRequest): Promise<AdminObject> {
    return asObject(await this.#send(request));
  }

  /** One page of the list at `path`. */
  async list(path: string, query: QueryMembers = {}): Promise<AdminList> {
    const value = await this.#send({ method: 'GET', path, query });
    if (!isJsonObject(value) || !Array.isArray(value.items)) throw malformed();
    const nextCursor = typeof value.nextCursor === 'string' ? value.nextCursor : null;
    return { items: value.items.map(asObject), nextCursor };
  }

  /** The JSON of a 2xx answer. */
  async #send(request: AdminRequest): Promise<unknown> {
    const answer = await exchange(this.#surroundings.fetch, {
      url: `${this.#address.url}/api/v1${request.path}${queryString(request.query)}`,
      method: request.method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${this.#address.token}`,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      timeoutMs: LIMITS.adminRequestMs,
      maxBytes: LIMITS.adminAnswerBytes,
      signal: this.#surroundings.signal,
    });
    const value = parseJsonBytes(answer.body);
    if (answer.status >= 200 && answer.status < 300 && value !== undefined) return value;
    throw failure(answer, value, this.#surroundings.clock.nowMs());
  }
}

function queryString(members: QueryMembers = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) given.set(name, String(value));
  }
  return given.size > 0 ? `?${given.toString()}` : '';
}

function asObject(value: unknown): AdminObject {
  if (!isJsonObject(value) || typeof value.id !== 'string') throw malformed();
  return { ...value, id: value.id };
}

const malformed = (): CliError => new CliError('protocol_violation', 'The admin API answered another shape');

function failure(answer: HttpAnswer, value: unknown, nowMs: number): Error {
  const requestId = answer.headers.get('request-id') ?? undefined;
  const facts = requestId ? { requestId } : {};
  if (answer.status === 429) {
    return new RateLimitedError(readRetryAfter(answer.headers.get('retry-after'), nowMs), facts);
  }
  if (answer.status > 500) return new UnavailableError(answer.status, facts);
  const problem = isJsonObject(value) ? value : {};
  const cure = answer.status === 401 ? { cure: TOKEN_CURE } : {};
  const errors = Array.isArray(problem.errors) && problem.errors.length > 0 ? { errors: problem.errors } : {};
  const code =
    FAILURE_OF_STATUS.get(answer.status) ?? (answer.status === 500 ? 'refused' : 'protocol_violation');
  return new CliError(code, problemText(problem, answer.status), { ...errors, ...facts, ...cure });
}

function problemText(problem: JsonObject, status: number): string {
  const parts = [problem.title, problem.detail].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return parts.length > 0
    ? parts.join(': ')
    : `The admin API answered HTTP ${status} without a problem document`;
}
