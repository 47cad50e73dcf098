import { NotificationListener } from '@surety/platform';
import { Brands, PersonalAgents } from '@surety/registry';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PaDirectory, type PersonalAgent } from '../identity/pa-directory.port';
import { InvalidatedCache } from './invalidated-cache';
import { OpenModeRegistrar } from './open-mode.registrar';
import { type OpenBrand, OpenBrands } from './open-brand';

const CACHED_PERSONAL_AGENTS = 10_000;
const CACHED_BRANDS = 2_000;

/**
 * What the hot path knows of personal agents and Brands without asking the database (P37): entries live until the registry
 * notifies a change, which is within one second on every replica; while the listener is lost every look-up asks the database.
 */
@Injectable()
export class Directory extends PaDirectory implements OnModuleInit {
  private readonly agentsByIssuer: InvalidatedCache<PersonalAgent>;
  private readonly brandsById: InvalidatedCache<OpenBrand>;
  private readonly brandsByDomain: InvalidatedCache<OpenBrand>;

  constructor(
    private readonly listener: NotificationListener,
    personalAgents: PersonalAgents,
    openBrands: OpenBrands,
    brands: Brands,
    private readonly registrar: OpenModeRegistrar,
  ) {
    super();
    const trusted = () => listener.trusted;
    this.agentsByIssuer = new InvalidatedCache<PersonalAgent>(CACHED_PERSONAL_AGENTS, trusted, issuer =>
      personalAgents.findByIssuer(issuer),
    );
    this.brandsById = new InvalidatedCache(CACHED_BRANDS, trusted, async id =>
      openBrands.prepare(await brands.findOpen(id)),
    );
    this.brandsByDomain = new InvalidatedCache(CACHED_BRANDS, trusted, async domain =>
      openBrands.prepare(await brands.findOpenByDomain(domain)),
    );
  }

  onModuleInit(): void {
    this.listener.on('surety_registry', payload => this.forget(payload));
    this.listener.onRegained(() => this.forgetAll());
  }

  /** A disabled one is looked up again each time, so that enabling it counts for the very next request, like disabling it. */
  async byIssuer(issuer: string): Promise<PersonalAgent | undefined> {
    const known = await this.agentsByIssuer.get(issuer);
    return known?.enabled === false ? this.agentsByIssuer.fresh(issuer) : known;
  }

  adopt(issuer: string, jwksUri: string, requestId: string): Promise<PersonalAgent> {
    return this.registrar.register(issuer, jwksUri, requestId);
  }

  /** The open Brand of this id; a closed one is as unknown as one that never was (P36). */
  brand(id: string): Promise<OpenBrand | undefined> {
    return this.brandsById.get(id);
  }

  /** The open Brand that registered this domain (P35). In: a host name in lower case without port or trailing dot. */
  brandOfDomain(domain: string): Promise<OpenBrand | undefined> {
    return this.brandsByDomain.get(domain);
  }

  private forget(payload: string): void {
    const { kind } = JSON.parse(payload) as { kind: string };
    if (kind === 'personal-agent') this.agentsByIssuer.clear();
    if (kind === 'brand') {
      this.brandsById.clear();
      this.brandsByDomain.clear();
    }
  }

  private forgetAll(): void {
    this.agentsByIssuer.clear();
    this.brandsById.clear();
    this.brandsByDomain.clear();
  }
}
