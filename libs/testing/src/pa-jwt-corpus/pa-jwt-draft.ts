import { sign } from 'node:crypto';
import { type PrivateSigningJwk, encodeBase64url, privateKeyOf } from '@surety/tokens';
import type { PaJwtWorld } from './pa-jwt-world';

type Members = Readonly<Record<string, unknown>>;

/** What a token is made of, each part replaceable: the one place where a mutation happens. */
export interface PaJwtDraft {
  readonly header?: Members;
  readonly claims?: Members;
  /** The text or bytes of a part in place of its members' JSON. */
  readonly headerText?: string | Uint8Array;
  readonly claimsText?: string | Uint8Array;
  /** The encoded part itself. */
  readonly headerPart?: string;
  readonly claimsPart?: string;
  readonly signer?: PrivateSigningJwk;
  /** How the signature is made of the signed text; by default as the signer's kind says. */
  readonly signature?: (signed: Buffer) => Uint8Array;
}

/** Writes the tokens of a personal agent at one moment: unless the draft says otherwise, good ones, 120 s long. */
export class PaJwtWriter {
  readonly now: number;

  constructor(
    readonly world: PaJwtWorld,
    nowMs: number,
  ) {
    this.now = Math.floor(nowMs / 1000);
  }

  get goodHeader(): Members {
    return { alg: 'ES256', kid: 'ec', typ: 'JWT' };
  }

  get goodClaims(): Members & { iat: number; exp: number } {
    const { issuer, sub, audience } = this.world;
    return { iss: issuer, sub, aud: audience, iat: this.now - 5, exp: this.now + 115 };
  }

  /** A good token with the given members added or replaced; a member set to undefined is left out. */
  token(draft: PaJwtDraft = {}): string {
    const headerText = draft.headerText ?? JSON.stringify({ ...this.goodHeader, ...draft.header });
    const claimsText = draft.claimsText ?? JSON.stringify({ ...this.goodClaims, ...draft.claims });
    const headerPart = draft.headerPart ?? encodeBase64url(headerText);
    const claimsPart = draft.claimsPart ?? encodeBase64url(claimsText);
    const signed = Buffer.from(`${headerPart}.${claimsPart}`, 'latin1');
    const signer = draft.signer ?? this.world.signers.ec;
    const signature = draft.signature?.(signed) ?? signatureBy(signer, signed);
    return `${headerPart}.${claimsPart}.${encodeBase64url(signature)}`;
  }

  withClaims(claims: Members): string {
    return this.token({ claims });
  }

  withHeader(header: Members): string {
    return this.token({ header });
  }

  /** A good token whose claims carry one more member, written as raw JSON text. */
  withRawClaim(member: string): string {
    return this.token({ claimsText: `${JSON.stringify(this.goodClaims).slice(0, -1)},${member}}` });
  }

  withRawHeader(member: string): string {
    return this.token({ headerText: `${JSON.stringify(this.goodHeader).slice(0, -1)},${member}}` });
  }

  /** A good token in which the named claim is written as raw JSON text. */
  withClaimText(name: string, text: string): string {
    const claims = JSON.stringify({ ...this.goodClaims, [name]: '@' }).replace('"@"', () => text);
    return this.token({ claimsText: claims });
  }
}

/** SHA-256 with whatever key is given: r and s of an elliptic key, PKCS #1 v1.5 of an RSA key. */
export function signatureBy(signer: PrivateSigningJwk, signed: Uint8Array, hash = 'sha256'): Buffer {
  const key = privateKeyOf(signer);
  return signer.kty === 'RSA'
    ? sign(hash, signed, key)
    : sign(hash, signed, { key, dsaEncoding: 'ieee-p1363' });
}
