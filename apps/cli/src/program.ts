import { Command } from 'commander';
import { brandCommand } from './commands/brand.command';
import { cardCommand } from './commands/card.command';
import { chatCommand } from './commands/chat.command';
import { conversationsCommand } from './commands/conversations.command';
import { grantsCommand } from './commands/grants.command';
import { jwtCommand } from './commands/jwt.command';
import { loginCommand } from './commands/login.command';
import { paCommand } from './commands/pa.command';
import { receiptCommand } from './commands/receipt.command';
import { sendCommand } from './commands/send.command';
import { examples } from './global-options';
import type { Surroundings } from './surroundings';

/** The whole tree of commands. Actions throw; {@link runCli} turns what they throw into a message and an exit code. */
export function buildProgram(surroundings: Surroundings, version: string): Command {
  const program = new Command('surety')
    .description('Talk to Brands as a personal agent, and run a Provider')
    .version(version)
    .option('--json', 'one JSON document on standard output, errors as JSON on standard error')
    .option('--stack <file>', 'stack descriptor; else SURETY_STACK, else .surety/stack.json here or above')
    .addHelpText(
      'after',
      examples([
        ['surety send "Where is my order?"', 'first message to the sandbox of a running stack'],
        ['surety pa init --issuer https://pa.example.com', 'become a personal agent of your own'],
        ['surety jwt explain -', 'why a token gets 401'],
      ]),
    );
  const commands = [
    cardCommand,
    sendCommand,
    chatCommand,
    loginCommand,
    grantsCommand,
    receiptCommand,
    jwtCommand,
    paCommand,
    brandCommand,
    conversationsCommand,
  ];
  for (const make of commands) program.addCommand(make(surroundings));
  everyCommand(program, command => {
    command
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      .showSuggestionAfterError()
      .allowExcessArguments(false);
  });
  return program;
}

/** Calls `visit` for a command and everything below it, parents first. */
export function everyCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const child of command.commands) everyCommand(child, visit);
}
