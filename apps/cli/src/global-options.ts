import type { Command } from 'commander';
import { Output } from './output';
import { type FoundStack, findStack } from './stack-descriptor';
import type { Surroundings } from './surroundings';
import { shellWord } from './terminal-text';

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
  /** The value of `--stack` as it was typed. */
  readonly stackOption: string | undefined;
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
    stackOption: options.stack,
  };
}

/** A setting: the option when it was given, else the environment variable unless it is empty. */
export function setting(session: Session, option: string | undefined, variable: string): string | undefined {
  return option ?? (session.surroundings.env[variable] || undefined);
}

/** What to do about a missing setting: `give`, and without a stack that none runs here, which is the usual reason. */
export function orStartStack({ found }: Session, give: string): string {
  return found
    ? give
    : `no stack runs in this folder or above it; start one (npm start), name one (--stack), or ${give}`;
}

/** How the user started this program, and with which stack: what a hint must say so that it can be typed again. */
export function invocation({ surroundings, stackOption }: Session): string {
  const program = surroundings.env.npm_command === 'exec' ? 'npx surety' : 'surety';
  return stackOption === undefined ? program : `${program} --stack ${shellWord(stackOption)}`;
}

/** The examples at the end of a help text; each is a command and what it is for. */
export function examples(lines: readonly (readonly [command: string, purpose: string])[]): string {
  const shown = lines.map(([command, purpose]) => `  # ${purpose}\n  $ ${command}`);
  return `\nExamples:\n${shown.join('\n')}`;
}
