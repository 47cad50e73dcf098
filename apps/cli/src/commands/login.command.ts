import type { DelegationTokens, DeviceFlow } from '@surety/client';
import { Command } from 'commander';
import { type DelegatedBrand, delegatedBrand } from '../delegated-brand';
import { type Session, examples, invocation, openSession } from '../global-options';
import { type PersonalAgentOptions, withPersonalAgentOptions } from '../personal-agent.settings';
import type { Surroundings } from '../surroundings';
import { properties, shellWord, terminalText } from '../terminal-text';

interface LoginOptions extends PersonalAgentOptions {
  readonly brand?: string;
  readonly scope?: readonly string[];
}

/** `surety login`: asks the User for scopes at a Brand and keeps what was approved (PACT 5.3). */
export function loginCommand(surroundings: Surroundings): Command {
  const command = new Command('login')
    .description("ask the User to sign in with a Brand and approve scopes; keeps the Brand's tokens")
    .option(
      '--brand <brand>',
      "card URL, id or name; else SURETY_CARD_URL or the sandbox's Brand that delegates",
    )
    .option('--scope <id...>', 'what to ask for; every scope of the card when left out');
  return withPersonalAgentOptions(command)
    .addHelpText(
      'after',
      examples([
        ['surety login', "at the sandbox's Brand, for everything on its card"],
        [
          'surety login --brand "Northwind Books" --scope orders:read',
          'for one scope; more can follow later',
        ],
        ['surety login --json 2> link.json', 'for a script: the link is one line of JSON on standard error'],
      ]),
    )
    .action(async (_options: unknown, self: Command) => {
      const { options, ...session } = openSession<LoginOptions>(surroundings, self);
      const at = await delegatedBrand(session, options, options.brand);
      const scopes = options.scope ?? at.client.server.scopes.map(({ id }) => id);
      const flow = await at.client.start(scopes, { signal: surroundings.signal });
      showLink(session, flow, at);
      const tokens = await at.client.waitForApproval(flow, { signal: surroundings.signal });
      await at.delegation.adopt(tokens);
      report(session, at, flow, tokens, options);
    });
}

/** The link of a device flow: for the User's eyes, on standard error, since the result comes later. */
export function showLink(
  { output }: Session,
  flow: DeviceFlow,
  { card }: Pick<DelegatedBrand, 'card'>,
): void {
  const { verificationUriComplete, verificationUri, userCode, expiresAtMs, scopes } = flow;
  const expiresAt = new Date(expiresAtMs).toISOString();
  const lines = [
    `Open this link and sign in with ${terminalText(card.name)}:`,
    '',
    `  ${terminalText(verificationUriComplete)}`,
    '',
    `Its page must show the code ${terminalText(userCode)}. Waiting for the decision…`,
  ];
  output.notice({ verificationUriComplete, verificationUri, userCode, expiresAt, scopes }, lines.join('\n'));
}

function report(
  session: Session,
  { card, owner }: DelegatedBrand,
  flow: DeviceFlow,
  { scopes, grantId, brandUser }: DelegationTokens,
  options: LoginOptions,
): void {
  const missing = flow.scopes.filter(id => !scopes.includes(id));
  const text = properties([
    ['brand', card.name],
    ['granted', scopes.join(', ')],
    ['not granted', missing.length > 0 ? missing.join(', ') : undefined],
    ['grant', grantId],
  ]);
  const document = { brandName: card.name, ...owner, grantId, brandUser, scopes, notGranted: missing };
  session.output.result(document, text);
  const brand = options.brand === undefined ? '' : ` --brand ${shellWord(options.brand)}`;
  session.output.hint(`next: ${invocation(session)} send --delegated${brand} "…"`);
}
