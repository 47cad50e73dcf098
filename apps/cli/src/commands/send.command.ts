import { BrandClient, type SendOutcome, sendWithPermission } from '@surety/client';
import { Command } from 'commander';
import { brandCard } from '../brand-address';
import { usageError } from '../cli-error';
import { type DelegatedBrand, delegatedBrand, requireDelegation } from '../delegated-brand';
import { type Session, examples, invocation, openSession } from '../global-options';
import {
  type PersonalAgentOptions,
  clientOptions,
  withPersonalAgentOptions,
} from '../personal-agent.settings';
import { receiptSummary } from '../receipt-text';
import type { Surroundings } from '../surroundings';
import { shellWord, terminalText } from '../terminal-text';
import { readAll } from '../text-source';
import { showLink } from './login.command';

interface SendOptions extends PersonalAgentOptions {
  readonly brand?: string;
  readonly context?: string;
  readonly messageId?: string;
  readonly idempotencyKey?: string;
  readonly delegated?: boolean;
  readonly ask?: boolean;
}

/** `surety send`: one message to a Brand, and its reply (PACT 4, 5.5). */
export function sendCommand(surroundings: Surroundings): Command {
  const command = new Command('send')
    .description('send one message to a Brand and print the reply')
    .argument('<text>', 'what to say; - reads it from standard input')
    .option('--brand <brand>', "card URL, id or name; else SURETY_CARD_URL or the sandbox's first Brand")
    .option('--context <id>', 'continue this conversation')
    .option('--message-id <id>', 'name the message, so that it can be sent again; made up when left out')
    .option('--idempotency-key <key>', 'names a first message for a repeat; made up when left out')
    .option(
      '--delegated',
      "act for the User with what `surety login` got; else the sandbox's Brand that delegates",
    )
    .option('--ask', 'with --delegated: when a scope is missing, show a link, wait, and send again');
  return withPersonalAgentOptions(command)
    .addHelpText(
      'after',
      examples([
        ['surety send "Where is my order?"', "to the sandbox's first Brand, as its demo personal agent"],
        ['surety send "A-88213" --context 01J…', 'continue a conversation'],
        ['surety send - --brand "Northwind Books" --json < question.txt', 'for a script'],
        ['surety send --delegated "Where are my orders?"', 'for the User, after surety login'],
      ]),
    )
    .action(async (text: string, _options: unknown, self: Command) => {
      const { options, ...session } = openSession<SendOptions>(surroundings, self);
      if (options.ask && !options.delegated) throw usageError('--ask goes with --delegated');
      const words = text === '-' ? await readAll(surroundings.stdin) : text;
      if (words.trim() === '') throw usageError('There is no text to send');
      const outcome = await send(session, options, words);
      report(session, options, outcome, words);
    });
}

async function send(session: Session, options: SendOptions, text: string): Promise<SendOutcome> {
  const { contextId, messageId, idempotencyKey, signal } = {
    ...options,
    contextId: options.context,
    signal: session.surroundings.signal,
  };
  const message = { text, contextId, messageId, idempotencyKey, signal };
  if (!options.delegated) return (await brandClient(session, options, options.brand)).send(message);
  const at = await delegatedBrand(session, options, options.brand);
  if (options.ask) return askIfNeeded(session, at, message);
  await requireDelegation(at);
  return at.brand.send(message);
}

function askIfNeeded(
  session: Session,
  at: DelegatedBrand,
  message: Parameters<BrandClient['send']>[0],
): Promise<SendOutcome> {
  return sendWithPermission(at.brand, at.delegation, message, {
    onPermission: ({ flow, outcome }) => {
      session.output.hint(terminalText(outcome.text));
      showLink(session, flow, at);
    },
  });
}

/** The client of one Brand, for the User and personal agent that options, environment or stack name. */
export async function brandClient(
  session: Session,
  options: PersonalAgentOptions,
  brand: string | undefined,
): Promise<BrandClient> {
  const parties = clientOptions(session, options);
  const { interfaceUrl } = await brandCard(session, brand);
  return new BrandClient({ interfaceUrl, ...parties });
}

/** An outcome as a person reads it: the Brand's words, and what it asks permission for. */
export function outcomeText(session: Session, outcome: SendOutcome): string {
  if (outcome.kind === 'reply') return terminalText(outcome.text);
  const { output } = session;
  return [
    terminalText(outcome.text),
    output.style('bold', `It needs permission for: ${outcome.missingScopes.map(terminalText).join(', ')}`),
  ].join('\n');
}

function report(session: Session, options: SendOptions, outcome: SendOutcome, text: string): void {
  session.output.result(outcome, outcomeText(session, outcome));
  if (outcome.receipt) session.output.hint(receiptSummary(outcome.receipt));
  session.output.hint(`context: ${terminalText(outcome.contextId)}`);
  if (outcome.kind === 'reply') {
    session.output.hint(`go on with: ${sendWords(session, options, outcome).join(' ')} "…"`);
    return;
  }
  // The link of the Brand's task would widen the grant and give us no token: the User gets one of a flow of ours (P28).
  const login = [invocation(session), 'login', '--scope', ...outcome.missingScopes.map(shellWord)];
  session.output.hint(`ask the User with: ${[...login, ...sameParties(options)].join(' ')}`);
  const again = [
    ...sendWords(session, { ...options, delegated: true }, outcome),
    '--message-id',
    shellWord(outcome.messageId),
    shellWord(text),
  ];
  session.output.hint(`then send it again: ${again.join(' ')}`);
}

/** The words that send to the same Brand as the same User in the same conversation, as they can be typed. */
function sendWords(session: Session, options: SendOptions, { contextId }: SendOutcome): string[] {
  const start = [invocation(session), 'send', ...(options.delegated ? ['--delegated'] : [])];
  return [...start, '--context', shellWord(contextId), ...sameParties(options)];
}

function sameParties({ brand, sub }: SendOptions): string[] {
  return [
    ...(brand === undefined ? [] : ['--brand', shellWord(brand)]),
    ...(sub === undefined ? [] : ['--sub', shellWord(sub)]),
  ];
}
