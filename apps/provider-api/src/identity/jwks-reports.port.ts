/** How a fetch of a personal agent's key set ended, for the operator's view; nothing decides by it. */
export interface JwksReport {
  /** When the set was fetched, in milliseconds since the epoch; undefined when this fetch failed. */
  readonly fetchedAtMs: number | undefined;
  /** The kids of the set that may be shown; empty when this fetch failed. */
  readonly kids: readonly string[];
  /** Why it failed; undefined when it did not. */
  readonly error: string | undefined;
}

/** Where reports go: the registry keeps the last one of each personal agent. Called off the hot path. */
export abstract class JwksReports {
  /** May reject when the store cannot be reached; the caller logs that and goes on. */
  abstract report(personalAgentId: string, report: JwksReport): Promise<void>;
}
