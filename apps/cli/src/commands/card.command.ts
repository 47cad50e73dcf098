import { Command } from 'commander';
import { brandCard } from '../brand-address';
import { examples, openSession } from '../global-options';
import type { Surroundings } from '../surroundings';
import { properties, table } from '../terminal-text';

/** `surety card`: fetches a Brand's Agent Card without any token and shows what a personal agent makes of it (PACT 2.1). */
export function cardCommand(surroundings: Surroundings): Command {
  return new Command('card')
    .description("show a Brand's Agent Card and the interface that a personal agent would use")
    .argument('[brand]', 'card URL, or id or name of a Brand; the sandbox’s first Brand when left out')
    .addHelpText(
      'after',
      examples([
        ['surety card', "the sandbox's first Brand"],
        ['surety card https://brand.example/.well-known/agent-card.json', 'any Brand, by its card address'],
        ['surety card "Northwind Books" --json | jq -r .interfaceUrl', 'one value for a script'],
      ]),
    )
    .action(async (brand: string | undefined, _options: unknown, command: Command) => {
      const session = openSession(surroundings, command);
      const card = await brandCard(session, brand);
      const text = properties([
        ['name', card.name],
        ['description', card.description],
        ['card', card.cardUrl],
        ['interface', card.interfaceUrl],
        ['identity', `bearer JWT, scheme "${card.identityScheme}"`],
        ['delegation', card.offersDelegation ? 'offered' : 'not offered'],
        ['skills', card.skills.join(', ') || undefined],
      ]);
      const scopes = (card.delegation?.scopes ?? []).map(({ id, description }) => [id, description]);
      const asked = scopes.length > 0 ? `\n\n${table(['scope', 'what the User is asked'], scopes)}` : '';
      session.output.result(card, text + asked);
    });
}
