import {
  DISABLED_PERSONAL_AGENT,
  PERSONAL_AGENT,
  type SandboxIssuer,
} from '../personal-agent/sandbox-issuer';
import { type DelegatedBrandSeed, delegatedBrandSeed } from './delegated-brand-seed';
import quillsideBooks from './quillside-books.brand.json';
import windrowAir from './windrow-air.brand.json';

/** The body of `POST /personal-agents` (PACT wire §6) for a personal agent of the sandbox. */
export interface PersonalAgentBody {
  readonly name: string;
  readonly issuer: string;
  readonly jwksUri: string;
  readonly enabled: boolean;
  readonly limits: { readonly perSecond: null; readonly perUserPerSecond: null };
}

/** The body of `POST /brands` (PACT wire §6) for a demo Brand. */
export type BrandBody = typeof windrowAir | typeof quillsideBooks;

/** What the sandbox wants registered. */
export interface SandboxSeed {
  /** In the order of the stack descriptor; neither delegates, and both answer any text with a message. */
  readonly brands: readonly [BrandBody, BrandBody];
  /** A third Brand, which delegates. */
  readonly delegatedBrand: DelegatedBrandSeed;
  readonly personalAgent: PersonalAgentBody;
  /** Good in everything but that it is disabled. */
  readonly disabledPersonalAgent: PersonalAgentBody;
}

/**
 * The demo data of a stack, as bodies for the admin API (PACT wire §7). In: the sandbox's origin. Its personal agents
 * have no rate limit, so that suites and benchmarks measure the service (P26).
 */
export function sandboxSeed(sandboxUrl: string): SandboxSeed {
  return {
    brands: [windrowAir, quillsideBooks],
    delegatedBrand: delegatedBrandSeed(sandboxUrl),
    personalAgent: personalAgentBody(sandboxUrl, PERSONAL_AGENT),
    disabledPersonalAgent: personalAgentBody(sandboxUrl, DISABLED_PERSONAL_AGENT),
  };
}

function personalAgentBody(sandboxUrl: string, issuer: SandboxIssuer): PersonalAgentBody {
  return {
    name: issuer.displayName,
    issuer: issuer.url(sandboxUrl),
    jwksUri: issuer.jwksUri(sandboxUrl),
    enabled: issuer.enabled,
    limits: { perSecond: null, perUserPerSecond: null },
  };
}
