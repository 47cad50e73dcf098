import { Command, Option } from 'commander';
import { type ChangeOptions, change, withChangeOptions } from '../admin-action';
import { type ListOptions, moreHint, printList, withListOptions } from '../admin-list';
import { type AdminOptions, adminClient, withAdminOptions } from '../admin.settings';
import { registeredBrand } from '../brand-address';
import { conversationText } from '../conversation-text';
import { examples, openSession } from '../global-options';
import { timeValue } from '../option-values';
import type { Surroundings } from '../surroundings';

/** `surety conversations`: what Users and Brands said, redacted, and closing (PACT wire 6). */
export function conversationsCommand(surroundings: Surroundings): Command {
  return new Command('conversations')
    .description('read and close conversations as an operator')
    .addCommand(listCommand(surroundings))
    .addCommand(showCommand(surroundings))
    .addCommand(closeCommand(surroundings));
}

interface ConversationListOptions extends AdminOptions, ListOptions {
  readonly brand?: string;
  readonly personalAgent?: string;
  readonly status?: string;
  readonly from?: number;
  readonly to?: number;
}

function listCommand(surroundings: Surroundings): Command {
  const command = new Command('list')
    .description('list conversations, newest first')
    .option('--brand <brand>', 'only of this Brand, by id or name')
    .option('--personal-agent <id>', 'only of this personal agent')
    .addOption(new Option('--status <status>', 'only these').choices(['open', 'closed']))
    .option('--from <time>', 'only from this time on, RFC 3339', timeValue)
    .option('--to <time>', 'only before this time, RFC 3339', timeValue);
  return withAdminOptions(withListOptions(command))
    .addHelpText(
      'after',
      examples([
        ['surety conversations list --brand "Northwind Books" --status open', 'who talks to it now'],
      ]),
    )
    .action(async (_options: unknown, self: Command) => {
      const { options, ...session } = openSession<ConversationListOptions>(surroundings, self);
      const admin = adminClient(session, options);
      const filters = {
        brandId: options.brand === undefined ? undefined : (await registeredBrand(admin, options.brand)).id,
        personalAgentId: options.personalAgent,
        status: options.status,
        from: options.from === undefined ? undefined : new Date(options.from).toISOString(),
        to: options.to === undefined ? undefined : new Date(options.to).toISOString(),
      };
      await printList(session, admin, '/conversations', options, filters, [
        { name: 'id', cell: conversation => conversation.id },
        { name: 'status', cell: conversation => conversation.status },
        { name: 'turns', cell: conversation => conversation.turns },
        { name: 'last', cell: conversation => conversation.lastAt },
        { name: 'brand', cell: conversation => conversation.brandId },
        { name: 'user', cell: conversation => conversation.userId },
      ]);
    });
}

interface ShowOptions extends AdminOptions, ListOptions {
  readonly reveal?: boolean;
}

function showCommand(surroundings: Surroundings): Command {
  const command = new Command('show')
    .description('show a conversation; personal data and tokens in it are blacked out')
    .argument('<context>', 'its contextId')
    .option('--reveal', 'show it as it was said; owners and operators only, and it is audited');
  return withAdminOptions(withListOptions(command)).action(
    async (id: string, _options: unknown, self: Command) => {
      const { options, ...session } = openSession<ShowOptions>(surroundings, self);
      const conversation = await adminClient(session, options).object({
        method: 'GET',
        path: `/conversations/${encodeURIComponent(id)}`,
        query: { reveal: options.reveal, limit: options.limit, cursor: options.cursor },
      });
      session.output.result(conversation, conversationText(conversation));
      if (conversation.nextCursor) session.output.hint(moreHint(conversation.nextCursor));
    },
  );
}

interface CloseOptions extends AdminOptions, ChangeOptions {}

function closeCommand(surroundings: Surroundings): Command {
  const command = new Command('close')
    .description('close a conversation; its next message starts a new one')
    .argument('<context>', 'its contextId');
  return withAdminOptions(withChangeOptions(command)).action(
    async (id: string, _options: unknown, self: Command) => {
      const { options, ...session } = openSession<CloseOptions>(surroundings, self);
      const path = `/conversations/${encodeURIComponent(id)}/close`;
      const closed = await change(session, adminClient(session, options), options, { path });
      if (closed) session.output.result(closed, conversationText(closed));
    },
  );
}
