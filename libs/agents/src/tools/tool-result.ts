/** Why a call of a tool gave nothing (PACT wire 5.4); the first two were never sent. */
export type ToolErrorCode =
  'invalid_arguments' | 'unknown_tool' | 'rejected' | 'unavailable' | 'timeout' | 'too_large';

/** A call that did what it should: the value of its JSON, its text, or null where there was no content. */
export interface ToolSuccess {
  readonly ok: true;
  readonly status: number;
  readonly result: unknown;
}

/** A call that did not. */
export interface ToolFailure {
  readonly ok: false;
  /** The HTTP status, when there was a whole answer. */
  readonly status?: number;
  readonly error: {
    readonly code: ToolErrorCode;
    readonly message: string;
    /** What a tool said with its refusal: JSON or text of at most 4 KiB. */
    readonly body?: unknown;
  };
}

/** What became of a call, as agents see it and as it is kept for a message that comes again. */
export type ToolResult = ToolSuccess | ToolFailure;
