import { createHash } from 'node:crypto';
import { invariant } from '@surety/kernel';

const RANDOM_BYTES = 32;
const PREFIXES = { 'device-code': 'dc_', 'refresh-token': 'rt_' } as const;

export type OpaqueTokenKind = keyof typeof PREFIXES;

/** A secret that its holder gets once (`text`) and of which only the hash is stored. */
export interface OpaqueToken {
  readonly text: string;
  readonly hash: string;
}

/** A device code `dc_…` or refresh token `rt_…` of 43 characters behind the prefix. In: 32 random bytes, used for this only. */
export function makeOpaqueToken(kind: OpaqueTokenKind, random: Uint8Array): OpaqueToken {
  invariant(random.length === RANDOM_BYTES, 'an opaque token is made of 32 random bytes');
  const text = PREFIXES[kind] + Buffer.from(random).toString('base64url');
  return { text, hash: sha256(text) };
}

/**
 * The stored hash of a presented token: base64url of SHA-256 over the whole text. Undefined for text of another form, which
 * no row can match, NUL included (P30: then invalid_grant); the kind is part of the form, so neither passes for the other.
 */
export function hashOpaqueToken(kind: OpaqueTokenKind, presented: string): string | undefined {
  const body = presented.startsWith(PREFIXES[kind]) ? presented.slice(PREFIXES[kind].length) : '';
  const bytes = Buffer.from(body, 'base64url');
  if (bytes.length !== RANDOM_BYTES || bytes.toString('base64url') !== body) return undefined;
  return sha256(presented);
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('base64url');
}
