import type { JsonObject } from '@surety/kernel';

/** A call that a rule makes (PACT wire 5.4). */
export interface ScriptToolCall {
  /** The tool's name. */
  readonly tool: string;
  /** Its arguments; strings hold `{{name}}` for extracted values and `{{tool.path}}` for results of calls before it. */
  readonly arguments: JsonObject;
}

/** A rule of a script agent (PACT wire 5.4). */
export interface ScriptRule {
  /** At least one of these words or phrases is in the text; none asked for when empty. */
  readonly any: readonly string[];
  /** Every one of these words or phrases is in the text. */
  readonly all: readonly string[];
  /** Names of values and the patterns that find them in the text. */
  readonly extract: Readonly<Record<string, string>>;
  /** Calls in order, each tool at most once; the answer waits for all of them. */
  readonly tools: readonly ScriptToolCall[];
  /** The answer, with `{{name}}` for extracted values and `{{tool.path}}` for what a tool of this rule gave. */
  readonly reply: string;
  /** Whether the conversation ends with this answer. */
  readonly close: boolean;
}

/** What a script agent says: the reply of the first rule that fits, else the fallback. */
export interface Script {
  readonly rules: readonly ScriptRule[];
  readonly fallback: string;
}

/** An agent that is declared in data. */
export interface ScriptAgentConfig {
  readonly kind: 'script';
  readonly script: Script;
}

/** An agent at the Brand's own address. */
export interface WebhookAgentConfig {
  readonly kind: 'webhook';
  readonly url: string;
  /** Whether the same delivery may be repeated without doing anything twice. */
  readonly idempotent: boolean;
  /** Secret headers in clear; they are sealed at rest by whoever stores the configuration. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A model at an OpenAI-compatible chat-completions endpoint (PACT wire 5.4). */
export interface LlmAgentConfig {
  readonly kind: 'llm';
  /** The address below which `/chat/completions` is. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as a bearer token, in clear here and sealed at rest; undefined for an endpoint that wants none. */
  readonly apiKey: string | undefined;
  /** What the Brand adds to the fixed instructions; it replaces none of them. */
  readonly instructions: string | undefined;
}

/** How a Brand answers. */
export type AgentConfig = ScriptAgentConfig | WebhookAgentConfig | LlmAgentConfig;
