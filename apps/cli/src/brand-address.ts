import { type BrandCard, fetchAgentCard } from '@surety/client';
import type { AdminClient, AdminObject } from './admin.client';
import { type AdminOptions, findAdminClient } from './admin.settings';
import { CliError, usageError } from './cli-error';
import { type Session, orStartStack, setting } from './global-options';

/** What names a Brand. */
interface NamedBrand {
  readonly id: string;
  readonly name: string;
  readonly cardUrl: string;
  readonly state?: unknown;
}

/** Which Brand of the sandbox is meant when none is named: the first, or the one that delegates. */
export type SandboxBrand = 'first' | 'delegated';

/**
 * The card address of the Brand that a user named: a URL, or id or name of a Brand of the stack's sandbox or of the admin
 * API; without a name SURETY_CARD_URL, else the `fallback` of the sandbox. Throws `not_found` or a usage error.
 */
export async function cardAddress(
  session: Session,
  name: string | undefined,
  fallback: SandboxBrand = 'first',
): Promise<string> {
  if (name === undefined) return defaultAddress(session, fallback);
  if (/^https?:\/\//i.test(name)) return name;
  const { brands = [], delegatedBrand } = session.found?.stack.sandbox ?? {};
  const known = pick(delegatedBrand ? [...brands, delegatedBrand] : brands, name);
  if (known) return known.cardUrl;
  const admin = findAdminClient(session, {} satisfies AdminOptions);
  if (admin) return (await registeredBrand(admin, name)).cardUrl;
  throw notFound(name);
}

/** The card of the Brand that a user named, fetched without any token (PACT 2.1). */
export async function brandCard(
  session: Session,
  name: string | undefined,
  fallback?: SandboxBrand,
): Promise<BrandCard> {
  const { fetch, signal } = session.surroundings;
  return fetchAgentCard(await cardAddress(session, name, fallback), { fetch, signal });
}

/** The Brand of the admin API with this id, else the only (open) one with this name. Throws `not_found` or a usage error. */
export async function registeredBrand(admin: AdminClient, name: string): Promise<NamedBrand> {
  const byId = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(name);
  if (byId) return namedBrand(await admin.object({ method: 'GET', path: `/brands/${name}` }));
  const { items } = await admin.list('/brands', { q: name, limit: 200 });
  const found = pick(items.map(namedBrand), name);
  if (!found) throw notFound(name);
  return found;
}

const namedBrand = ({ id, name, cardUrl, state }: AdminObject): NamedBrand => ({
  id,
  state,
  name: String(name),
  cardUrl: String(cardUrl),
});

function defaultAddress(session: Session, fallback: SandboxBrand): string {
  const { brands, delegatedBrand } = session.found?.stack.sandbox ?? {};
  const ofStack = fallback === 'first' ? brands?.[0] : delegatedBrand;
  const address = setting(session, undefined, 'SURETY_CARD_URL') ?? ofStack?.cardUrl;
  if (address) return address;
  throw usageError(
    `No Brand is named: ${orStartStack(session, 'give its card URL with --brand, or SURETY_CARD_URL')}`,
  );
}

/** A closed Brand frees its name for another: it is found by name only while no open one is called the same. */
function pick(brands: readonly NamedBrand[], name: string): NamedBrand | undefined {
  const named = brands.filter(brand => brand.id === name || brand.name.toLowerCase() === name.toLowerCase());
  const open = named.filter(brand => brand.state !== 'closed');
  const fits = open.length > 0 ? open : named;
  if (fits.length > 1) {
    const ids = fits.map(brand => brand.id).join(', ');
    throw usageError(`${fits.length} Brands are called ${name}; give the id of one: ${ids}`);
  }
  return fits[0];
}

const notFound = (name: string): CliError =>
  new CliError('not_found', `No Brand is called ${name} here; give its id, its name or its card URL`);
