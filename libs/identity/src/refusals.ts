/**
 * Answers that have no body, whatever was asked (PACT 3.4, 2.2, 5.5, 6): business code throws them, the exception filter of the app alone
 * writes them. `detail` is for the operator's log only.
 */
export abstract class BareRefusal extends Error {
  abstract readonly status: 401 | 404 | 405 | 429;

  constructor(readonly detail: string) {
    super(detail);
  }

  /** The headers that go with the status. */
  headers(): Record<string, string> {
    return {};
  }
}

/** The one answer to every failure of the personal-agent JWT (PACT 3.4, P6). */
export class Unauthenticated extends BareRefusal {
  override readonly name = 'Unauthenticated';
  readonly status = 401;

  override headers(): Record<string, string> {
    return { 'www-authenticate': 'Bearer realm="a2a"' };
  }
}

/** An unknown or closed Brand, or a path that is no operation (PACT 2.2, P36). */
export class NotHere extends BareRefusal {
  override readonly name = 'NotHere';
  readonly status = 404;
}

/** A known path with another verb (P5). */
export class WrongVerb extends BareRefusal {
  override readonly name = 'WrongVerb';
  readonly status = 405;

  constructor(readonly allow: string) {
    super(`allowed: ${allow}`);
  }

  override headers(): Record<string, string> {
    return { allow: this.allow };
  }
}

/** Too many requests of a personal agent or of one of its Users (PACT 6, P26). */
export class RateLimited extends BareRefusal {
  override readonly name = 'RateLimited';
  readonly status = 429;

  constructor(readonly retryAfterSeconds: number) {
    super('rate limit reached');
  }

  override headers(): Record<string, string> {
    return { 'retry-after': String(this.retryAfterSeconds) };
  }
}
