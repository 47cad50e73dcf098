import { exchange } from '@surety/client';
import { LIMITS } from '@surety/kernel';
import { type VerificationKey, readJwks } from '@surety/tokens';
import { CliError, usageError } from './cli-error';
import type { Session } from './global-options';
import { readTextFile } from './input-files';

/** The keys of a JWKS, a file or a URL. Throws a usage error for a bad file, and the errors of the network for a URL. */
export async function loadKeys(session: Session, source: string): Promise<readonly VerificationKey[]> {
  const keys = readJwks(await loadText(session, source));
  if (!keys.ok) throw usageError(`${source} is no JWKS: ${keys.error}`);
  return keys.value;
}

async function loadText(session: Session, source: string): Promise<string> {
  const { fetch, signal, cwd } = session.surroundings;
  if (!/^https?:\/\//i.test(source)) return readTextFile(cwd, source);
  const answer = await exchange(fetch, {
    url: source,
    method: 'GET',
    headers: { accept: 'application/json' },
    timeoutMs: LIMITS.jwksFetchMs,
    maxBytes: LIMITS.jwksBytes,
    signal,
  });
  if (answer.status === 200) return Buffer.from(answer.body).toString('utf8');
  throw new CliError(
    'protocol_violation',
    `The JWKS at ${source} answered HTTP ${answer.status}; a Provider could not use it`,
  );
}
