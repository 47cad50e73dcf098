import type { Argument, Command, Option } from 'commander';
import { FAILURES, REASONS } from './exit-codes';

const HEAD = `<!-- Generated from the commands themselves by \`npx nx run cli:reference\`; a test compares it. Do not edit. -->

# The \`surety\` command line

\`npx surety …\` in a built checkout. Results go to standard output, everything else to standard error.
With \`--json\` there is exactly one JSON document on standard output, and a failure is one on standard error:
\`{"error": {"code", "exitCode", "message", "cure", …}}\`. Colours appear on a terminal only, and never with \`NO_COLOR\`.
`;

const SETTINGS = `## Settings

An option wins over its environment variable, and that over the stack.

| Variable | Meaning |
|---|---|
| \`SURETY_STACK\` | the stack descriptor; without it \`.surety/stack.json\` of this folder or one above |
| \`SURETY_CARD_URL\` | the card of the Brand to talk to |
| \`SURETY_PA_ISSUER\`, \`SURETY_PA_KEY\` | issuer and private JWK (a file, or the JSON itself) of the personal agent; given together |
| \`SURETY_PA_AUDIENCE\` | the audience that the Provider assigned |
| \`SURETY_PA_SUB\` | opaque, stable id of the User; \`demo-user\` for the demo personal agent of a stack |
| \`SURETY_STATE_DIR\` | where delegations are kept, for their owner alone; else \`surety\` in \`XDG_STATE_HOME\` or \`~/.local/state\` |
| \`SURETY_ADMIN_URL\`, \`SURETY_ADMIN_TOKEN\` | the admin API and a token for it |
| \`SURETY_DEBUG\` | set: failures print their stack |
| \`NO_COLOR\` | set: no colours |
`;

/** The reference page: every command of the tree with its options, then settings, exit codes, failures and reasons. */
export function cliReference(program: Command): string {
  const sections = leaves(program).map(command => commandSection(command));
  const globals = ['## Options of every command', '', optionTable(program.options)].join('\n');
  const parts = [
    HEAD,
    globals,
    '',
    '## Commands',
    '',
    ...sections,
    SETTINGS,
    failureTable(),
    '',
    reasonTable(),
  ];
  return `${parts.join('\n').trimEnd()}\n`;
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(child => leaves(child));
}

function commandSection(command: Command): string {
  const lines = [`### \`${fullName(command)}\``, '', `${sentence(command.description())}`, ''];
  const usage = [fullName(command), ...command.registeredArguments.map(argumentText), '[options]'].join(' ');
  lines.push('```', usage, '```', '');
  const described = command.registeredArguments.map(
    argument => [argumentText(argument), argument.description] as const,
  );
  const options = command.options
    .filter(option => !option.hidden)
    .map(option => [option.flags, optionText(option)] as const);
  lines.push('| Argument or option | Meaning |', '|---|---|');
  for (const [name, meaning] of [...described, ...options])
    lines.push(`| \`${cell(name)}\` | ${cell(meaning)} |`);
  const shown = exampleText(command);
  if (shown) lines.push('', '```sh', shown, '```');
  return `${lines.join('\n')}\n`;
}

function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}

const argumentText = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

function optionText(option: Option): string {
  const facts = [option.description];
  if (option.argChoices) facts.push(`one of ${option.argChoices.join(', ')}`);
  if (option.defaultValue !== undefined) facts.push(`default ${JSON.stringify(option.defaultValue)}`);
  if (option.mandatory) facts.push('required');
  return facts.join('; ');
}

function optionTable(options: readonly Option[]): string {
  const rows = options.map(option => `| \`${cell(option.flags)}\` | ${cell(optionText(option))} |`);
  return ['| Option | Meaning |', '|---|---|', ...rows].join('\n');
}

/** The examples of a command's help, as shell lines; commander has no other way to them than to print the help. */
function exampleText(command: Command): string {
  const before = command.configureOutput();
  const written: string[] = [];
  command.configureOutput({ writeOut: text => void written.push(text) });
  command.outputHelp();
  command.configureOutput(before);
  const lines = written
    .join('')
    .split('\n')
    .filter(line => /^ {2}[#$] /.test(line));
  return lines.map(line => line.trim().replace(/^\$ /, '')).join('\n');
}

function failureTable(): string {
  const rows = Object.entries(FAILURES).map(
    ([code, { exit, cause, cure }]) => `| ${exit} | \`${code}\` | ${cell(cause)} | ${cell(cure)} |`,
  );
  const head = [
    '## Exit codes and failures',
    '',
    '0 is success.',
    '',
    '| Exit | `code` | Cause | Cure |',
    '|---|---|---|---|',
  ];
  return [...head, ...rows].join('\n');
}

function reasonTable(): string {
  const rows = Object.entries(REASONS).map(
    ([reason, { cause, cure }]) => `| \`${reason}\` | ${cell(cause)} | ${cell(cure)} |`,
  );
  return ['## Reasons of a refusal (PACT 6)', '', '| Reason | Cause | Cure |', '|---|---|---|', ...rows].join(
    '\n',
  );
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
