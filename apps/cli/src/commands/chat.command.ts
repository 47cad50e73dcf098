import { createInterface } from 'node:readline';
import { Conversation, type ConversationOutcome } from '@surety/client';
import { Command } from 'commander';
import { type Session, examples, openSession } from '../global-options';
import { type PersonalAgentOptions, withPersonalAgentOptions } from '../personal-agent.settings';
import type { Surroundings } from '../surroundings';
import { brandClient, outcomeText } from './send.command';

interface ChatOptions extends PersonalAgentOptions {
  readonly brand?: string;
  readonly context?: string;
}

/** One line and what came back. */
type ChatTurn = { readonly said: string } & ConversationOutcome;

/** `surety chat`: a conversation line by line, by hand or from a pipe; starts anew when the Brand closes it (PACT 4.2). */
export function chatCommand(surroundings: Surroundings): Command {
  const command = new Command('chat')
    .description('talk to a Brand line by line; /new starts over, /quit or end of input ends')
    .option('--brand <brand>', "card URL, id or name; else SURETY_CARD_URL or the sandbox's first Brand")
    .option('--context <id>', 'continue this conversation');
  return withPersonalAgentOptions(command)
    .addHelpText(
      'after',
      examples([
        ['surety chat', "with the sandbox's first Brand"],
        ['printf "hello\\nbye\\n" | surety chat --json', 'a scripted conversation; one document at its end'],
      ]),
    )
    .action(async (_options: unknown, self: Command) => {
      const { options, ...session } = openSession<ChatOptions>(surroundings, self);
      const conversation = new Conversation(
        await brandClient(session, options, options.brand),
        options.context,
      );
      const turns: ChatTurn[] = [];
      try {
        await talk(session, conversation, turns);
      } finally {
        if (session.output.json)
          session.output.result({ contextId: conversation.contextId ?? null, turns }, '');
      }
    });
}

async function talk(session: Session, conversation: Conversation, turns: ChatTurn[]): Promise<void> {
  const { stdin, stderr, signal } = session.surroundings;
  const interactive = Boolean(stdin.isTTY) && !session.output.json;
  const prompt = (): void => void (interactive && stderr.write('you> '));
  const lines = createInterface({ input: stdin, crlfDelay: Infinity });
  signal.addEventListener('abort', () => lines.close(), { once: true });
  prompt();
  for await (const line of lines) {
    if (line.trim() === '/quit') break;
    if (line.trim() === '/new') conversation.startAnew();
    else if (line.trim() !== '') await say(session, conversation, turns, line, interactive);
    prompt();
  }
  lines.close();
  signal.throwIfAborted();
}

/** By hand a failure is shown and the talk goes on; in a pipe it ends the command with its exit code. */
async function say(
  session: Session,
  conversation: Conversation,
  turns: ChatTurn[],
  text: string,
  interactive: boolean,
): Promise<void> {
  const { output, surroundings } = session;
  try {
    const outcome = await conversation.send({ text, signal: surroundings.signal });
    turns.push({ said: text, ...outcome });
    if (outcome.startedAnew) output.hint('The Brand had closed the conversation; this is a new one.');
    if (!output.json) output.result(undefined, outcomeText(session, outcome));
  } catch (error) {
    if (!interactive || surroundings.signal.aborted) throw error;
    output.failure(error);
  }
}
