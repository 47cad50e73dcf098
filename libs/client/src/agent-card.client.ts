import { A2A_MEDIA_TYPE, type AgentCard, identityScheme, pactInterface, readAgentCard } from '@surety/a2a';
import { LIMITS, parseJsonBytes } from '@surety/kernel';
import { AgentCardError, NetworkError, NotFoundError, UnavailableError } from './client-errors';
import { type Fetch, type HttpAnswer, exchange } from './http-exchange';
import { type DelegationOffer, readDelegationOffer } from './delegation-offer';
import { isLoopback, readWebAddress } from './web-address';

const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/** How to fetch a card. */
export interface AgentCardOptions {
  readonly fetch?: Fetch;
  /** Bound of each hop, in milliseconds. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /**
   * Origins of the Provider that this personal agent is registered with. When given, a card whose interface lies
   * elsewhere is refused: its owner would receive tokens that the Provider accepts.
   */
  readonly providerOrigins?: readonly string[];
}

/** What a personal agent makes of a Brand's card (PACT 2.1). */
export interface BrandCard {
  /** Where the card was found, after redirects. */
  readonly cardUrl: string;
  /** Where messages go, exactly as the card has it. */
  readonly interfaceUrl: string;
  /** Name of the scheme that takes the personal agent's JWT, found by its shape. */
  readonly identityScheme: string;
  readonly offersDelegation: boolean;
  /** Where and for what a User can be asked; left out when the Brand does not delegate (PACT 5.1). */
  readonly delegation?: DelegationOffer;
  readonly name: string;
  readonly description?: string;
  /** Names of the skills; informational. */
  readonly skills: readonly string[];
  /** The document as received. */
  readonly document: unknown;
}

/**
 * Fetches a Brand's Agent Card without any token, following at most three redirects by hand: never from https to http,
 * never from another machine to this one, never in a circle. Throws {@link AgentCardError} for a card that is no PACT
 * card or names an unsafe interface, NotFoundError, UnavailableError, and the errors of the wire.
 */
export async function fetchAgentCard(cardUrl: string, options: AgentCardOptions = {}): Promise<BrandCard> {
  const found = await followToCard(cardUrl, options);
  const value = readDocument(found.answer);
  const read = readAgentCard(value);
  if (!read.ok) throw new AgentCardError(`The card is malformed: ${read.error.path} ${read.error.message}`);
  return brandCard(found.address, read.value, value, options.providerOrigins);
}

async function followToCard(
  cardUrl: string,
  options: AgentCardOptions,
): Promise<{ readonly address: URL; readonly answer: HttpAnswer }> {
  let address = cardAddress(cardUrl);
  const visited = new Set<string>();
  for (;;) {
    if (visited.has(address.href)) throw new AgentCardError('The card redirects in a circle');
    if (visited.size > LIMITS.clientCardRedirects)
      throw new AgentCardError(`The card redirects more than ${LIMITS.clientCardRedirects} times`);
    visited.add(address.href);
    const answer = await askForCard(address, options);
    if (!REDIRECT_STATUSES.includes(answer.status)) return { address, answer };
    address = nextHop(address, answer.headers.get('location'));
  }
}

/** A connection that was kept alive may have ended just now: what is safe to ask is asked once more (RFC 9112 9.3.1). */
async function askForCard(address: URL, options: AgentCardOptions): Promise<HttpAnswer> {
  const ask = () =>
    exchange(options.fetch ?? globalThis.fetch, {
      url: address.href,
      method: 'GET',
      headers: { accept: `${A2A_MEDIA_TYPE}, application/json` },
      timeoutMs: options.timeoutMs ?? LIMITS.clientCardMs,
      maxBytes: LIMITS.clientCardBytes,
      ...(options.signal ? { signal: options.signal } : {}),
    });
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NetworkError && error.sent) return ask();
    throw error;
  }
}

function cardAddress(text: string): URL {
  const read = readWebAddress(text);
  if (!read.ok) throw new AgentCardError(`The card address ${read.error}`);
  return read.value;
}

function nextHop(from: URL, location: string | null): URL {
  if (!location || !URL.canParse(location, from.href))
    throw new AgentCardError('The card redirects to no address');
  const read = readWebAddress(new URL(location, from.href).href);
  if (!read.ok) throw new AgentCardError(`The card redirects to an address that ${read.error}`);
  if (isLoopback(read.value) && !isLoopback(from)) {
    throw new AgentCardError('The card redirects from another machine to this one');
  }
  return read.value;
}

function readDocument(answer: HttpAnswer): unknown {
  if (answer.status === 404) throw new NotFoundError('There is no card at this address (404)');
  if (answer.status >= 500) throw new UnavailableError(answer.status);
  if (answer.status !== 200) throw new AgentCardError(`The card address answered HTTP ${answer.status}`);
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== A2A_MEDIA_TYPE && type !== 'application/json') {
    throw new AgentCardError(`The card has the media type ${type || 'none'}, not ${A2A_MEDIA_TYPE}`);
  }
  const value = parseJsonBytes(answer.body);
  if (value === undefined) throw new AgentCardError('The card is not JSON');
  return value;
}

function brandCard(
  found: URL,
  card: AgentCard,
  document: unknown,
  providerOrigins: readonly string[] | undefined,
): BrandCard {
  const scheme = identityScheme(card);
  if (scheme === undefined) throw new AgentCardError("The card does not accept a personal agent's JWT alone");
  const chosen = pactInterface(card);
  if (!chosen) throw new AgentCardError('The card has no interface with HTTP+JSON and version 1.0');
  const address = interfaceAddress(found, chosen.url);
  if (providerOrigins && !providerOrigins.includes(address.origin)) {
    throw new AgentCardError(`The interface at ${address.origin} does not belong to the expected Provider`);
  }
  const offer = readDelegationOffer(card, scheme, providerOrigins ?? [address.origin]);
  if (!offer.ok) throw new AgentCardError(`The card ${offer.error}`);
  return {
    cardUrl: found.href,
    interfaceUrl: chosen.url,
    identityScheme: scheme,
    offersDelegation: offer.value !== undefined,
    ...(offer.value ? { delegation: offer.value } : {}),
    name: card.name,
    ...(card.description === undefined ? {} : { description: card.description }),
    skills: card.skills.map(skill => skill.name),
    document,
  };
}

/** The interface must be absolute and safe by itself: it gets the token (PACT 2.1). */
function interfaceAddress(found: URL, url: string): URL {
  const read = readWebAddress(url);
  if (!read.ok) throw new AgentCardError(`The interface URL ${read.error}`);
  if (read.value.search) throw new AgentCardError('The interface URL has a query');
  if (isLoopback(read.value) && !isLoopback(found)) {
    throw new AgentCardError('The card of another machine names an interface on this one');
  }
  return read.value;
}
