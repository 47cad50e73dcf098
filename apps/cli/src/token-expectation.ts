import { type ExpectedPaJwt, type VerificationKey, parsePaJwt } from '@surety/tokens';
import { type AdminOptions, findAdminClient } from './admin.settings';
import { type Session, setting } from './global-options';
import { loadKeys } from './key-source';
import { terminalText } from './terminal-text';

/** What `jwt explain` was told to judge a token by. */
export interface ExpectationOptions extends AdminOptions {
  readonly jwks?: string;
  readonly issuer?: string;
  readonly audience?: string;
}

/** What a token is judged by, and what the Provider says about its personal agent where that is known. */
export interface Expectation {
  readonly expected: Partial<ExpectedPaJwt>;
  readonly keys: readonly VerificationKey[] | undefined;
  /** Where the keys came from; undefined without keys. */
  readonly jwksSource: string | undefined;
  /** False when the Provider has disabled this personal agent, which no rule of the token can show. */
  readonly enabled: boolean | undefined;
}

interface Registration {
  readonly issuer: string;
  readonly jwksUri: string;
  readonly audience?: string;
  readonly enabled?: boolean;
}

/**
 * Issuer, audience and keys for a token: options first, then what the stack or the admin API knows about the issuer. What
 * the Provider assigned goes before SURETY_PA_AUDIENCE, which may be the very mistake that a token was signed with. Throws a usage error for a bad file, and the errors of the network for a URL.
 */
export async function expectationFor(
  session: Session,
  options: ExpectationOptions,
  token: string,
): Promise<Expectation> {
  const parsed = parsePaJwt(token);
  const issuer = setting(session, options.issuer, 'SURETY_PA_ISSUER');
  const named = issuer ?? (parsed.ok ? parsed.value.issuer : undefined);
  const known = named === undefined ? undefined : await registration(session, options, named);
  const audience =
    options.audience ??
    known?.audience ??
    setting(session, undefined, 'SURETY_PA_AUDIENCE') ??
    session.found?.stack.provider?.audience;
  const jwksSource = options.jwks ?? known?.jwksUri;
  const expectedIssuer = issuer ?? known?.issuer;
  return {
    expected: {
      ...(expectedIssuer === undefined ? {} : { issuer: expectedIssuer }),
      ...(audience === undefined ? {} : { audience }),
    },
    keys: jwksSource === undefined ? undefined : await loadKeys(session, jwksSource),
    jwksSource,
    enabled: known?.enabled,
  };
}

async function registration(
  session: Session,
  options: ExpectationOptions,
  issuer: string,
): Promise<Registration | undefined> {
  const demo = session.found?.stack.sandbox?.personalAgent;
  if (demo?.issuer === issuer) return demo;
  if (options.jwks !== undefined && options.audience !== undefined) return undefined;
  const admin = findAdminClient(session, options);
  if (!admin) return undefined;
  const { items } = await admin.list('/personal-agents', { issuer });
  const found = items.find(item => item.issuer === issuer);
  if (!found) {
    session.output.hint(
      `This Provider has registered no personal agent with the issuer ${terminalText(issuer)}`,
    );
    return undefined;
  }
  // Only the object itself names the audience; items of a list need not.
  const { jwksUri, audience, enabled } = await admin.object({
    method: 'GET',
    path: `/personal-agents/${encodeURIComponent(found.id)}`,
  });
  return {
    issuer,
    jwksUri: String(jwksUri),
    ...(typeof audience === 'string' ? { audience } : {}),
    ...(typeof enabled === 'boolean' ? { enabled } : {}),
  };
}
