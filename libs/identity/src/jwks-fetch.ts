import { LIMITS, type Result, err, ok } from '@surety/kernel';
import { type EgressClient, EgressError } from '@surety/platform';
import { type VerificationKey, readJwks } from '@surety/tokens';

/** The part of the egress client that key sets and discovery need. */
export type Egress = Pick<EgressClient, 'fetch'>;

/**
 * Fetches and reads a key set (P25: 5 s, 512 KiB, no redirect, public https addresses). Out: the keys, or why there are none,
 * in words for operators. Throws only what is no failure of the other side.
 */
export async function fetchJwks(
  egress: Egress,
  uri: string,
): Promise<Result<readonly VerificationKey[], string>> {
  const text = await fetchText(egress, uri);
  return text.ok ? readJwks(text.value) : text;
}

/** Fetches a JSON document of a personal agent under the bounds of P25. Out: its text, or why there is none. */
export async function fetchText(egress: Egress, uri: string): Promise<Result<string, string>> {
  try {
    const { status, body } = await egress.fetch(uri, {
      headers: { accept: 'application/json' },
      timeoutMs: LIMITS.jwksFetchMs,
      maxBytes: LIMITS.jwksBytes,
    });
    return status === 200 ? ok(body.toString('utf8')) : err(`answered ${status}`);
  } catch (error) {
    if (error instanceof EgressError) return err(`${error.code}: ${error.message}`);
    throw error;
  }
}
