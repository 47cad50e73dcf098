import { Command } from 'commander';
import { type ChangeOptions, change, withChangeOptions } from '../admin-action';
import { type AdminOptions, adminClient, withAdminOptions } from '../admin.settings';
import { brandText } from '../brand-text';
import { usageError } from '../cli-error';
import { type Session, examples, invocation, openSession } from '../global-options';
import { readJsonFile } from '../input-files';
import type { Surroundings } from '../surroundings';
import { shellWord } from '../terminal-text';

interface AddOptions extends AdminOptions, ChangeOptions {
  readonly name: string;
  readonly description?: string;
  readonly domain?: string;
  readonly skills?: string;
  readonly script?: string;
  readonly webhook?: string;
  readonly idempotent?: boolean;
}

/** `surety brand add`: registers a Brand with a script or a webhook as its agent (PACT wire 6). */
export function brandAddCommand(surroundings: Surroundings): Command {
  const command = new Command('add')
    .description('register a Brand at the Provider, and say which agent speaks for it')
    .requiredOption('--name <text>', 'its name on the card')
    .option('--script <file>', 'a script agent: JSON with rules and a fallback')
    .option('--webhook <url>', 'a webhook agent: the address that every turn is posted to')
    .option('--idempotent', 'the webhook answers a repeated Idempotency-Key with its first answer')
    .option('--description <text>', 'for the card')
    .option('--domain <host>', 'host name at which the card is served as well')
    .option('--skills <file>', 'JSON list of skills for the card');
  return withAdminOptions(withChangeOptions(command))
    .addHelpText(
      'after',
      examples([
        ['surety brand add --name "Northwind Books" --script books.json', 'replies declared in data'],
        ['surety brand add --name Skyline --webhook https://agent.skyline.example/turns', 'your own agent'],
      ]),
    )
    .action(async (_options: unknown, self: Command) => {
      const { options, ...session } = openSession<AddOptions>(surroundings, self);
      const body = brandBody(session, options);
      const admin = adminClient(session, options);
      const made = await change(session, admin, options, { path: '/brands', body });
      if (!made) return;
      session.output.result(made, brandText(made));
      session.output.hint(
        `say hello: ${invocation(session)} send "Hello" --brand ${shellWord(String(made.cardUrl))}`,
      );
    });
}

function brandBody(session: Session, options: AddOptions): Record<string, unknown> {
  const { name, description, domain } = options;
  const skills =
    options.skills === undefined ? undefined : readJsonFile(session.surroundings.cwd, options.skills);
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(domain === undefined ? {} : { domain }),
    ...(skills === undefined ? {} : { skills }),
    agent: agentBody(session, options),
  };
}

function agentBody(session: Session, { script, webhook, idempotent }: AddOptions): Record<string, unknown> {
  if ((script === undefined) === (webhook === undefined)) {
    throw usageError('Say which agent speaks for the Brand: either --script <file> or --webhook <url>');
  }
  if (webhook !== undefined)
    return { kind: 'webhook', url: webhook, ...(idempotent ? { idempotent: true } : {}) };
  if (idempotent) throw usageError('--idempotent is for a webhook agent');
  return { kind: 'script', script: readJsonFile(session.surroundings.cwd, script ?? '') };
}
