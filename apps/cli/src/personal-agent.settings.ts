import { PersonalAgentSigner } from '@surety/client';
import { isJsonObject } from '@surety/kernel';
import type { PrivateSigningJwk } from '@surety/tokens';
import type { Command } from 'commander';
import { usageError } from './cli-error';
import { type Session, orStartStack, setting } from './global-options';
import { parseJsonText, readJsonFile } from './input-files';
import { wholeNumber } from './option-values';

/** Who speaks, and for whom: options of every command that talks to a Brand. */
export interface PersonalAgentOptions {
  readonly issuer?: string;
  readonly key?: string;
  readonly audience?: string;
  readonly sub?: string;
  readonly timeout?: number;
}

/** The User that the demo personal agent speaks for when none is named. */
const DEMO_SUB = 'demo-user';

/** Adds the options of {@link PersonalAgentOptions} to a command. */
export function withPersonalAgentOptions(command: Command): Command {
  return command
    .option('--issuer <url>', 'issuer of the personal agent (SURETY_PA_ISSUER)')
    .option('--key <file>', 'its private JWK (SURETY_PA_KEY: a file, or the JSON itself)')
    .option('--audience <value>', 'the audience that the Provider assigned (SURETY_PA_AUDIENCE)')
    .option('--sub <id>', 'opaque, stable id of the User (SURETY_PA_SUB)')
    .option('--timeout <seconds>', 'bound of one attempt', wholeNumber(1, 600));
}

/**
 * The signer and the User of a command. Issuer and key go together and come from option or environment, else from the
 * stack's demo personal agent; the audience is one value per Provider. Throws a usage error that names what is missing.
 */
export function personalAgent(
  session: Session,
  options: PersonalAgentOptions,
): { readonly signer: PersonalAgentSigner; readonly sub: string } {
  const demo = session.found?.stack.sandbox?.personalAgent;
  const ownIssuer = setting(session, options.issuer, 'SURETY_PA_ISSUER');
  const keySource = setting(session, options.key, 'SURETY_PA_KEY');
  const own = ownIssuer !== undefined || keySource !== undefined;
  const issuer = own ? ownIssuer : demo?.issuer;
  const privateJwk = own ? ownKey(session, keySource) : (demo?.privateJwk as PrivateSigningJwk | undefined);
  const audience =
    setting(session, options.audience, 'SURETY_PA_AUDIENCE') ??
    demo?.audience ??
    session.found?.stack.provider?.audience;
  const sub = setting(session, options.sub, 'SURETY_PA_SUB') ?? (own ? undefined : demo && DEMO_SUB);
  if (!issuer) throw missing(session, 'issuer', '--issuer or SURETY_PA_ISSUER');
  if (!privateJwk) throw missing(session, 'private key', '--key or SURETY_PA_KEY');
  if (!audience) throw missing(session, 'audience', '--audience or SURETY_PA_AUDIENCE');
  if (!sub) throw missing(session, 'sub', '--sub or SURETY_PA_SUB');
  const { clock } = session.surroundings;
  return { signer: new PersonalAgentSigner({ privateJwk, issuer, audience, clock }), sub };
}

/** The same with what a client takes from its surroundings, as the clients of `@surety/client` want it. */
export function clientOptions(session: Session, options: PersonalAgentOptions) {
  const { fetch, clock, sleep } = session.surroundings;
  return {
    ...personalAgent(session, options),
    fetch,
    clock,
    ...(sleep ? { sleep } : {}),
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 }),
  };
}

function ownKey(session: Session, key: string | undefined): PrivateSigningJwk | undefined {
  if (key === undefined) return undefined;
  const inline = key.trimStart().startsWith('{');
  const jwk = inline ? parseJsonText(key, 'SURETY_PA_KEY') : readJsonFile(session.surroundings.cwd, key);
  if (!isJsonObject(jwk)) throw usageError('The key is not a JWK');
  if ('keys' in jwk) throw usageError('The key is a JWKS, which is public; give the private JWK beside it');
  return jwk as PrivateSigningJwk;
}

const missing = (session: Session, what: string, where: string): Error =>
  usageError(`The personal agent's ${what} is missing: ${orStartStack(session, `give ${where}`)}`);
