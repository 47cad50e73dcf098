import { type Clock, LIMITS } from '@surety/kernel';
import {
  PA_JWT_DEFAULT_LIFETIME_SECONDS,
  type PrivateSigningJwk,
  parsePaJwt,
  publicPart,
  readJwks,
  signPaJwt,
  verifyPaJwt,
} from '@surety/tokens';

import { ClientInputError } from './client-errors';
import { looksLikePersonalData } from './personal-data';

/** A token with less life left than this is not used for another request. */
const RENEW_BEFORE_SECONDS = 30;
const CONTROL_OR_SURROGATE = /[\p{Cc}\p{Surrogate}]/u;

/** Who signs, as registered with the Provider (PACT 3.1). */
export interface PersonalAgentIdentity {
  /** ES256 (P-256) or RS256 private JWK with a `kid` that the JWKS publishes. */
  readonly privateJwk: PrivateSigningJwk;
  readonly issuer: string;
  /** The opaque value that the Provider assigned. */
  readonly audience: string;
  readonly clock?: Clock;
}

interface RememberedToken {
  readonly token: string;
  readonly issuedAtMs: number;
}

/** Signs personal-agent JWTs and re-uses one per User until 30 s before its end. Key and tokens never show in logs. */
export class PersonalAgentSigner {
  readonly issuer: string;
  readonly audience: string;
  readonly #privateJwk: PrivateSigningJwk;
  readonly #clock: Clock;
  readonly #remembered = new Map<string, RememberedToken>();

  /** Throws {@link ClientInputError} when the key is not a private ES256 or RS256 JWK with a `kid`, or a name is empty. */
  constructor(identity: PersonalAgentIdentity) {
    const { privateJwk, issuer, audience } = identity;
    if (!issuer) throw new ClientInputError('The personal agent needs an issuer');
    if (!audience)
      throw new ClientInputError('The personal agent needs the audience that the Provider assigned');
    if (!privateJwk.kid) throw new ClientInputError('The private JWK needs a kid that the JWKS publishes');
    if (typeof privateJwk.d !== 'string') throw new ClientInputError('The JWK has no private part');
    if (!isSupportedKey(privateJwk)) throw new ClientInputError('The key must be an EC P-256 or an RSA key');
    assertUsableKey(identity);
    this.issuer = issuer;
    this.audience = audience;
    this.#privateJwk = privateJwk;
    this.#clock = identity.clock ?? { nowMs: () => Date.now() };
  }

  /**
   * A token for the User `sub`, fresh or re-used (PACT 3.2). Throws {@link ClientInputError} for a `sub` that is empty,
   * over 1 KiB, not plain text, or looks like personal data.
   */
  token(sub: string): string {
    const nowMs = this.#clock.nowMs();
    const remembered = this.#remembered.get(sub);
    if (remembered && isFresh(remembered, nowMs)) return remembered.token;
    assertOpaqueSubject(sub);
    const token = signPaJwt({
      privateJwk: this.#privateJwk,
      issuer: this.issuer,
      audience: this.audience,
      sub,
      nowMs,
    });
    this.#remember(sub, { token, issuedAtMs: nowMs });
    return token;
  }

  #remember(sub: string, token: RememberedToken): void {
    this.#remembered.delete(sub);
    this.#remembered.set(sub, token);
    if (this.#remembered.size <= LIMITS.clientRememberedTokens) return;
    const oldest = this.#remembered.keys().next();
    if (!oldest.done) this.#remembered.delete(oldest.value);
  }
}

/** A clock that went back makes a token of the future, which a Provider refuses: then sign anew. */
function isFresh(remembered: RememberedToken, nowMs: number): boolean {
  const ageMs = nowMs - remembered.issuedAtMs;
  return ageMs >= 0 && ageMs < (PA_JWT_DEFAULT_LIFETIME_SECONDS - RENEW_BEFORE_SECONDS) * 1000;
}

function isSupportedKey(jwk: PrivateSigningJwk): boolean {
  if (jwk.kty === 'EC') return jwk.crv === 'P-256' && (jwk.alg === undefined || jwk.alg === 'ES256');
  return jwk.kty === 'RSA' && (jwk.alg === undefined || jwk.alg === 'RS256');
}

/**
 * Signs once and verifies with the key's own public members, so that a damaged key fails here with one sentence and not
 * as a mute 401 later. The cause would quote key material and is left out.
 */
function assertUsableKey({ privateJwk, issuer, audience }: PersonalAgentIdentity): void {
  const damaged = new ClientInputError('The private JWK is damaged: its members do not make one key pair');
  const probe = { privateJwk, issuer, audience, sub: 'probe', nowMs: 0 };
  let token: string;
  try {
    token = signPaJwt(probe);
  } catch {
    throw damaged;
  }
  const parsed = parsePaJwt(token);
  const keys = readJwks(JSON.stringify({ keys: [publicPart(privateJwk)] }));
  if (!parsed.ok || !keys.ok) throw damaged;
  if (!verifyPaJwt(parsed.value, keys.value, { issuer, audience }, 0).ok) throw damaged;
}

function assertOpaqueSubject(sub: string): void {
  if (!sub) throw new ClientInputError('A sub must not be empty');
  if (Buffer.byteLength(sub) > LIMITS.subBytes) throw new ClientInputError('A sub has at most 1 KiB');
  if (CONTROL_OR_SURROGATE.test(sub)) throw new ClientInputError('A sub must be plain text');
  if (looksLikePersonalData(sub)) {
    throw new ClientInputError('This sub looks like personal data; use an opaque id of the User (PACT 3.2)');
  }
}
