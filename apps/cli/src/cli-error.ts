/** A failure of the command line itself; `code` is a key of FAILURES and decides the exit code. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    readonly code: string,
    message: string,
    /** More members for `--json`, such as the fields that an API refused. */
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** An argument, option, file or setting that is missing or wrong; the message says which and what to give instead. */
export const usageError = (message: string): CliError => new CliError('usage', message);
