import type { Command } from 'commander';
import { Output } from './output';
import { type FoundStack, findStack } from './stack-descriptor';
import type { Surroundings } from './surroundings';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly stack?: string;
}

/** What an action works with: where output goes, the surroundings, and the stack when there is one. */
export interface Session {
  readonly output: Output;
  readonly surroundings: Surroundings;
  readonly found: FoundStack | undefined;
}

/** The options of `command` together with the global ones, and the session they make. Throws a usage error for a bad `--stack`. */
export function openSession<T>(
  surroundings: Surroundings,
  command: Command,
): Session & { options: T & GlobalOptions } {
  const options = command.optsWithGlobals<T & GlobalOptions>();
  return {
    options,
    surroundings,
    output: new Output(surroundings, options.json === true),
    found: findStack(surroundings, options.stack),
  };
}

/** A setting: the option when it was given, else the environment variable unless it is empty. */
export function setting(session: Session, option: string | undefined, variable: string): string | undefined {
  return option ?? (session.surroundings.env[variable] || undefined);
}

/** How the user started this program: what a hint must say so that it can be typed again. */
export function invocation({ surroundings }: Session): string {
  return surroundings.env.npm_command === 'exec' ? 'npx surety' : 'surety';
}

/** The examples at the end of a help text; each is a command and what it is for. */
export function examples(lines: readonly (readonly [command: string, purpose: string])[]): string {
  const shown = lines.map(([command, purpose]) => `  # ${purpose}\n  $ ${command}`);
  return `\nExamples:\n${shown.join('\n')}`;
}
