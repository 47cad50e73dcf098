import { invariant } from '@surety/kernel';
import { type VerificationKey, readJwks } from '@surety/tokens';
import type { SigningKeyRow } from './signing-keys.repository';

/** Keys as they are published: the exact bytes of the JWKS, and ready to verify with. */
export interface PublishedKeySet {
  readonly document: Buffer;
  readonly keys: readonly VerificationKey[];
}

/** The key set of these rows, in their order. */
export function publishedKeySet(rows: readonly SigningKeyRow[]): PublishedKeySet {
  const text = JSON.stringify({ keys: rows.map(({ publicJwk }) => publicJwk) });
  const keys = readJwks(text);
  invariant(keys.ok, 'keys that the registry made are a key set');
  return { document: Buffer.from(text), keys: keys.value };
}
