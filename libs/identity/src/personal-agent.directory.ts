import { NotificationListener } from '@surety/platform';
import { PersonalAgents, onRegistryChange } from '@surety/registry';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InvalidatedCache } from './invalidated-cache';
import { OpenModeRegistrar } from './open-mode.registrar';
import { PaDirectory, type PersonalAgent } from './pa-directory.port';

const CACHED_PERSONAL_AGENTS = 10_000;

/**
 * What the hot path knows of personal agents without asking the database (P37): entries live until the registry notifies a change,
 * which is within one second on every replica; while the listener is lost every look-up asks the database.
 */
@Injectable()
export class PersonalAgentDirectory extends PaDirectory implements OnModuleInit {
  private readonly byIssuers: InvalidatedCache<PersonalAgent>;

  constructor(
    private readonly listener: NotificationListener,
    personalAgents: PersonalAgents,
    private readonly registrar: OpenModeRegistrar,
  ) {
    super();
    const trusted = () => listener.trusted;
    this.byIssuers = new InvalidatedCache<PersonalAgent>(CACHED_PERSONAL_AGENTS, trusted, issuer =>
      personalAgents.findByIssuer(issuer),
    );
  }

  onModuleInit(): void {
    const clear = () => this.byIssuers.clear();
    onRegistryChange(this.listener, { changed: { 'personal-agent': clear }, missed: clear });
  }

  /** A disabled one is looked up again each time, so that enabling it counts for the very next request, like disabling it. */
  async byIssuer(issuer: string): Promise<PersonalAgent | undefined> {
    const known = await this.byIssuers.get(issuer);
    return known?.enabled === false ? this.byIssuers.fresh(issuer) : known;
  }

  adopt(issuer: string, jwksUri: string, requestId: string): Promise<PersonalAgent> {
    return this.registrar.register(issuer, jwksUri, requestId);
  }
}
