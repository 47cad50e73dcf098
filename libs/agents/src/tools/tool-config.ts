import type { JsonObject } from '@surety/kernel';

/** One scope of a Brand as its card lists it; the order of the card is the order of the list (P31). */
export interface CardScope {
  readonly id: string;
  /** The Brand's words for it. */
  readonly description: string;
}

export type ToolMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where and how a tool is called (PACT wire 5.4). */
export interface ToolHttp {
  readonly method: ToolMethod;
  /** An https address; `{name}` in its path is filled with an argument. */
  readonly url: string;
  /** Secret headers in clear; they are sealed at rest by whoever stores the tool. */
  readonly headers: Readonly<Record<string, string>>;
  /** The header that carries the User's delegation token, for a tool with scopes. */
  readonly tokenHeader: string;
  /** How long one attempt may take, 1 to 30. */
  readonly timeoutSeconds: number;
}

/** A tool that a Brand has registered, its secrets in clear (PACT wire §6, row `tools`). */
export interface RegisteredTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema 2020-12 of the arguments, which are an object. */
  readonly parameters: JsonObject;
  /** Ids of the Brand's scopes that a call needs; one without any runs on identity turns as well (P14). */
  readonly scopes: readonly string[];
  /** What a call may do: only a `write` is an effect that spends a message (P10). */
  readonly effect: 'read' | 'write';
  /** A tool that is not enabled is unknown to every agent. */
  readonly enabled: boolean;
  readonly http: ToolHttp;
}

/** What a Brand's agent may use: its tools, and the scopes that its card offers, in card order; none without delegation. */
export interface BrandTools {
  readonly tools: readonly RegisteredTool[];
  readonly scopes: readonly CardScope[];
}
