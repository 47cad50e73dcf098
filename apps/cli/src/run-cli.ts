import { CommanderError } from 'commander';
import { type CliError, usageError } from './cli-error';
import { EXIT } from './exit-codes';
import { Output, failureReport } from './output';
import { buildProgram, everyCommand } from './program';
import type { Surroundings } from './surroundings';

/** Runs one command line (without node and script) to its end. Out: the exit code; never throws. */
export async function runCli(
  args: readonly string[],
  surroundings: Surroundings,
  version: string,
): Promise<number> {
  const output = new Output(surroundings, asksForJson(args));
  const program = buildProgram(surroundings, version);
  const complaints: string[] = [];
  everyCommand(program, command => {
    command.configureOutput({
      writeOut: text => void surroundings.stdout.write(text),
      writeErr: text => void complaints.push(text),
      getOutHasColors: () => Boolean(surroundings.stdout.isTTY) && !surroundings.env.NO_COLOR,
      getErrHasColors: () => false,
    });
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (surroundings.signal.aborted) return EXIT.interrupted;
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    if (error instanceof CommanderError && error.code === 'commander.help' && !output.json) {
      surroundings.stderr.write(complaints.join(''));
      return EXIT.usage;
    }
    const failure = error instanceof CommanderError ? asUsageError(error, complaints) : error;
    output.failure(failure);
    return failureReport(failure).exitCode;
  }
}

/** Commander's own complaint in our form; a group without a command shows its help, which is no sentence. */
function asUsageError(error: CommanderError, complaints: readonly string[]): CliError {
  if (error.code === 'commander.help') return usageError('A command is missing; --help lists them');
  const text = complaints.join('').trim() || error.message;
  return usageError(text.replace(/^error: /, ''));
}

/** Whether `--json` was given, also on a line that cannot be parsed. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes('--json');
}
