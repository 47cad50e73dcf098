import { BrandClient, type SendOutcome } from '@surety/client';
import { Command } from 'commander';
import { brandCard } from '../brand-address';
import { usageError } from '../cli-error';
import { type Session, examples, invocation, openSession } from '../global-options';
import {
  type PersonalAgentOptions,
  personalAgent,
  withPersonalAgentOptions,
} from '../personal-agent.settings';
import type { Surroundings } from '../surroundings';
import { shellWord, terminalText } from '../terminal-text';
import { readAll } from '../text-source';

interface SendOptions extends PersonalAgentOptions {
  readonly brand?: string;
  readonly context?: string;
  readonly messageId?: string;
  readonly idempotencyKey?: string;
}

/** `surety send`: one message to a Brand, and its reply (PACT 4). */
export function sendCommand(surroundings: Surroundings): Command {
  const command = new Command('send')
    .description('send one message to a Brand and print the reply')
    .argument('<text>', 'what to say; - reads it from standard input')
    .option('--brand <brand>', "card URL, id or name; else SURETY_CARD_URL or the sandbox's first Brand")
    .option('--context <id>', 'continue this conversation')
    .option('--message-id <id>', 'name the message, so that it can be sent again; made up when left out')
    .option('--idempotency-key <key>', 'names a first message for a repeat; made up when left out');
  return withPersonalAgentOptions(command)
    .addHelpText(
      'after',
      examples([
        ['surety send "Where is my order?"', "to the sandbox's first Brand, as its demo personal agent"],
        ['surety send "A-88213" --context 01J…', 'continue a conversation'],
        ['surety send - --brand "Northwind Books" --json < question.txt', 'for a script'],
      ]),
    )
    .action(async (text: string, _options: unknown, self: Command) => {
      const { options, ...session } = openSession<SendOptions>(surroundings, self);
      const words = text === '-' ? await readAll(surroundings.stdin) : text;
      if (words.trim() === '') throw usageError('There is no text to send');
      const brand = await brandClient(session, options, options.brand);
      const outcome = await brand.send({
        text: words,
        contextId: options.context,
        messageId: options.messageId,
        idempotencyKey: options.idempotencyKey,
        signal: surroundings.signal,
      });
      session.output.result(outcome, outcomeText(session, outcome));
      session.output.hint(`context: ${terminalText(outcome.contextId)}`);
      session.output.hint(continuation(session, outcome, options));
    });
}

/** The client of one Brand, for the User and personal agent that options, environment or stack name. */
export async function brandClient(
  session: Session,
  options: PersonalAgentOptions,
  brand: string | undefined,
): Promise<BrandClient> {
  const { signer, sub } = personalAgent(session, options);
  const card = await brandCard(session, brand);
  const { fetch, clock, sleep } = session.surroundings;
  return new BrandClient({
    interfaceUrl: card.interfaceUrl,
    signer,
    sub,
    fetch,
    clock,
    ...(sleep ? { sleep } : {}),
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 }),
  });
}

/** An outcome as a person reads it: the Brand's words, and what it asks permission for. */
export function outcomeText(session: Session, outcome: SendOutcome): string {
  if (outcome.kind === 'reply') return terminalText(outcome.text);
  const { output } = session;
  const lines = [
    terminalText(outcome.text),
    output.style('bold', `It needs permission for: ${outcome.missingScopes.map(terminalText).join(', ')}`),
  ];
  if (outcome.verificationUri)
    lines.push(`The User signs in and approves at: ${terminalText(outcome.verificationUri)}`);
  return lines.join('\n');
}

/** The command that goes on with this conversation, as it can be typed. */
function continuation(session: Session, { contextId }: SendOutcome, options: SendOptions): string {
  const words = [invocation(session), 'send', '--context', shellWord(contextId)];
  if (options.brand !== undefined) words.push('--brand', shellWord(options.brand));
  if (options.sub !== undefined) words.push('--sub', shellWord(options.sub));
  return `go on with: ${words.join(' ')} "…"`;
}
