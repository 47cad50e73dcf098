import { inspect, styleText } from 'node:util';
import { ClientError, RateLimitedError, RefusedError } from '@surety/client';
import { CliError } from './cli-error';
import { REASONS, failureKind } from './exit-codes';
import type { Surroundings, TextSink } from './surroundings';
import { terminalText } from './terminal-text';

type Style = 'bold' | 'dim' | 'red' | 'green';

/** Writes results to stdout and everything else to stderr: as text, or as exactly one JSON document each. */
export class Output {
  readonly json: boolean;
  readonly #surroundings: Pick<Surroundings, 'stdout' | 'stderr' | 'env'>;

  constructor(surroundings: Pick<Surroundings, 'stdout' | 'stderr' | 'env'>, json: boolean) {
    this.#surroundings = surroundings;
    this.json = json;
  }

  /** The result of a command: `document` with `--json`, else `text`. */
  result(document: unknown, text: string): void {
    this.#surroundings.stdout.write(`${this.json ? JSON.stringify(document, undefined, 2) : text}\n`);
  }

  /** A remark beside the result, such as what to type next; not with `--json`. */
  hint(text: string): void {
    if (!this.json)
      this.#surroundings.stderr.write(`${this.style('dim', text, this.#surroundings.stderr)}\n`);
  }

  /** Something a person or script must see before the result: on stderr, as text or as one line of JSON. */
  notice(document: unknown, text: string): void {
    this.#surroundings.stderr.write(`${this.json ? JSON.stringify(document) : text}\n`);
  }

  /** A failure: one line, its cure, and the ids to repeat it with. */
  failure(error: unknown): void {
    const report = failureReport(error);
    const { stderr, env } = this.#surroundings;
    if (this.json) {
      stderr.write(`${JSON.stringify({ error: report }, undefined, 2)}\n`);
    } else {
      stderr.write(`${this.style('red', 'surety:', stderr)} ${terminalText(report.message)}\n`);
      for (const [name, value] of detailLines(report)) stderr.write(`  ${name}: ${terminalText(value)}\n`);
    }
    if (env.SURETY_DEBUG) stderr.write(`${inspect(error)}\n`);
  }

  /** Styles text for a sink that is a terminal, unless NO_COLOR is set (no-color.org). */
  style(style: Style, text: string, sink: TextSink = this.#surroundings.stdout): string {
    const plain = !sink.isTTY || this.json || Boolean(this.#surroundings.env.NO_COLOR);
    return plain ? text : styleText(style, text, { validateStream: false });
  }
}

/** What `--json` prints about a failure. */
export interface FailureReport {
  readonly code: string;
  readonly exitCode: number;
  readonly message: string;
  readonly cure: string;
  readonly [fact: string]: unknown;
}

/** The public face of any error; what nobody named is `unexpected`. */
export function failureReport(error: unknown): FailureReport {
  const code = errorCode(error);
  const kind = failureKind(code);
  const message = messageOf(error);
  const reason = error instanceof RefusedError ? error.reason : undefined;
  const cure = (reason && REASONS[reason]?.cure) || kind.cure;
  return { code, exitCode: kind.exit, message, cure, ...errorFacts(error) };
}

function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message);
}

function errorCode(error: unknown): string {
  if (error instanceof ClientError || error instanceof CliError) return error.code;
  return 'unexpected';
}

function errorFacts(error: unknown): Record<string, unknown> {
  if (error instanceof CliError) return error.facts;
  if (!(error instanceof ClientError)) return {};
  return {
    ...(error instanceof RefusedError ? { reason: error.reason } : {}),
    ...(error instanceof RateLimitedError ? { retryAfterSeconds: error.retryAfterSeconds } : {}),
    ...(error.requestId ? { requestId: error.requestId } : {}),
    ...(error.sentMessage ? { sentMessage: error.sentMessage } : {}),
  };
}

function detailLines(report: FailureReport): [string, string][] {
  const lines: [string, string][] = [];
  for (const [name, value] of Object.entries(report)) {
    if (['code', 'exitCode', 'message', 'cure'].includes(name) || value === undefined) continue;
    lines.push([name, typeof value === 'string' ? value : JSON.stringify(value)]);
  }
  return [...lines, ['cure', report.cure]];
}
