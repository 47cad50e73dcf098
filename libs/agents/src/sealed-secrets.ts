import { deriveKey, seal, unseal } from '@surety/tokens';

/** A secret at rest: never shown again, only when it was set. */
export interface SealedSecret {
  readonly sealed: string;
  /** RFC 3339. */
  readonly updatedAt: string;
}

export type SealedHeaders = Readonly<Record<string, SealedSecret>>;

/** The Brand whose secret it is, and the 32-byte deployment key from which the sealing key is derived. */
export interface SecretPlace {
  readonly brandId: string;
  readonly deploymentKey: Uint8Array;
}

/**
 * Seals one secret (P24) so that it opens only in its own Brand and under its own name. The same value as in `previous`
 * keeps its seal and its time.
 */
export function sealSecret(
  value: string,
  place: SecretPlace,
  name: string,
  updatedAt: string,
  previous?: SealedSecret,
): SealedSecret {
  if (previous !== undefined && openSecret(previous, place, name) === value) return previous;
  return { sealed: seal(sealingKey(place), value, aadOf(place, name)), updatedAt };
}

/** The secret in clear. Throws UnsealError when it does not open here. */
export function openSecret({ sealed }: SealedSecret, place: SecretPlace, name: string): string {
  return unseal(sealingKey(place), sealed, aadOf(place, name)).toString('utf8');
}

/** Seals header values one by one, each under `name` and the header's own name. */
export function sealHeaders(
  headers: Readonly<Record<string, string>>,
  place: SecretPlace,
  name: string,
  updatedAt: string,
  previous: SealedHeaders,
): SealedHeaders {
  const sealed = Object.entries(headers).map(([header, value]) => {
    const before = Object.hasOwn(previous, header) ? previous[header] : undefined;
    return [header, sealSecret(value, place, `${name} ${header}`, updatedAt, before)] as const;
  });
  return Object.fromEntries(sealed);
}

/** Header values in clear. Throws UnsealError when one does not open here. */
export function openHeaders(
  headers: SealedHeaders,
  place: SecretPlace,
  name: string,
): Record<string, string> {
  const opened = Object.entries(headers).map(([header, secret]) => {
    return [header, openSecret(secret, place, `${name} ${header}`)] as const;
  });
  return Object.fromEntries(opened);
}

function sealingKey({ deploymentKey }: SecretPlace): Buffer {
  return deriveKey(deploymentKey, 'agent secrets');
}

const aadOf = ({ brandId }: SecretPlace, name: string) => `brand ${brandId} ${name}`;
