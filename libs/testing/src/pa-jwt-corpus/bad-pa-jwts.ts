import { badClaims } from './bad-claims';
import { badForms } from './bad-forms';
import { badHeaders } from './bad-headers';
import { badSignatures } from './bad-signatures';
import { PaJwtWriter } from './pa-jwt-draft';
import type { PaJwtWorld } from './pa-jwt-world';

/** A token that must be refused: the rule of PA_JWT_CHECKS that refuses it, what was changed, and the token. */
export type BadPaJwtRow = readonly [rule: string, change: string, token: string];

export interface BadPaJwt {
  readonly rule: string;
  readonly change: string;
  readonly token: string;
}

/**
 * The negative corpus (PACT 3.2): each token is one mutation of a good token, signed again where the mutation is not of the
 * signature, so that only one rule stands between it and a 200. In: the personal agent whose JWKS the Provider reads, and
 * the time; all stay bad for at least 20 s, so that they can be sent to a running Provider.
 */
export function badPaJwts(world: PaJwtWorld, nowMs: number): readonly BadPaJwt[] {
  const writer = new PaJwtWriter(world, nowMs);
  return [...badForms(writer), ...badHeaders(writer), ...badClaims(writer), ...badSignatures(writer)].map(
    ([rule, change, token]) => ({ rule, change, token }),
  );
}
