/** One member of the request that is wrong: where, which rule in a stable word, and a sentence for people. */
export interface FieldFault {
  /** Dotted path from the body's or the query's root, list positions as numbers; empty for the whole. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** The public codes of the admin API with status and title (PACT wire §6). */
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  unauthenticated: { status: 401, title: 'A valid admin token is required' },
  forbidden: { status: 403, title: 'This role may not do that' },
  not_found: { status: 404, title: 'There is no such resource' },
  method_not_allowed: { status: 405, title: 'This resource does not know that verb' },
  conflict: { status: 409, title: 'The request conflicts with what is stored' },
  version_mismatch: { status: 412, title: 'The object was changed by somebody else' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service cannot answer right now' },
} as const;

/** A public code of {@link PROBLEMS}. */
export type ProblemCode = keyof typeof PROBLEMS;

/** What a {@link Problem} may carry beside its code. */
export interface ProblemExtras {
  readonly errors?: readonly FieldFault[];
  /** Response headers that belong to this answer, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refusal with a public code and a public sentence; the filter alone formats it (RFC 9457). */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly errors: readonly FieldFault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    extras: ProblemExtras = {},
  ) {
    super(`${code}: ${detail}`, { cause: extras.cause });
    this.errors = extras.errors ?? [];
    this.headers = extras.headers ?? {};
  }

  /** The HTTP status of this refusal. */
  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** The body of a problem answer, members in the order of PACT wire §6. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly requestId: string;
  readonly errors: readonly FieldFault[];
}

/** Formats a refusal (PACT wire §6): `type` is the urn of the code, `errors` is always a list. */
export function problemBody(problem: Problem, requestId: string): ProblemBody {
  return {
    type: `urn:surety:problem:${problem.code}`,
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    detail: problem.detail,
    requestId,
    errors: problem.errors,
  };
}

/** A 400 that names the members at fault. */
export function invalidRequest(
  errors: readonly FieldFault[],
  extras: Omit<ProblemExtras, 'errors'> = {},
): Problem {
  const places = errors.map(fault => fault.path).filter(path => path !== '');
  const detail =
    places.length > 0 ? `Check ${places.join(', ')}.` : (errors[0]?.message ?? 'Check the request.');
  return new Problem('invalid_request', detail, { ...extras, errors });
}

/** A 404; the same for what never was and for what the caller may not see. */
export function notFound(): Problem {
  return new Problem('not_found', 'Nothing is stored under this address for you.');
}
