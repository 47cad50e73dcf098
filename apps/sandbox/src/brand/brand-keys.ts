import { join } from 'node:path';
import { SignJWT, importJWK } from 'jose';
import { randomUUID } from 'node:crypto';
import {
  type PrivateSigningJwk,
  type PublicSigningJwk,
  generateSigningJwk,
  publicPart,
} from '@surety/tokens';
import { keepFile } from '../made-file';
import { BRAND_PATHS } from './brand-paths';

/** Where the Brand's key lies. */
export const brandKeyFileIn = (dataDir: string): string => join(dataDir, 'sandbox-brand.key');

const LIFETIME_SECONDS = 120;

/** Who logged in, and for which request (PACT 5.3). */
export interface LoginToAssert {
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly userCode: string;
  /** C: the consent address that the assertion is posted to. */
  readonly consentUrl: string;
}

/** The demo Brand's own key: what proves a login to the Provider (PACT wire 3). */
export class BrandKeys {
  readonly publicJwk: PublicSigningJwk;
  private readonly privateJwk: PrivateSigningJwk;

  /** The private JWK is made at the first start and kept. Throws KeyFileError, or SyntaxError for a file without JSON. */
  constructor(
    file: string,
    private readonly sandboxUrl: string,
  ) {
    const text = keepFile(file, () => `${JSON.stringify(generateSigningJwk('ES256').privateJwk)}\n`);
    this.privateJwk = JSON.parse(text) as PrivateSigningJwk;
    this.publicJwk = publicPart(this.privateJwk);
  }

  /** A single-use assertion that lives two minutes, bound to one user code. In: `nowMs`, the process clock. */
  async assertion(login: LoginToAssert, nowMs: number): Promise<string> {
    const { sub, email, name, userCode, consentUrl } = login;
    const iat = Math.floor(nowMs / 1000);
    const key = await importJWK(this.privateJwk, 'ES256');
    return new SignJWT({ user_code: userCode, email, name })
      .setProtectedHeader({ alg: 'ES256', kid: this.privateJwk.kid, typ: 'JWT' })
      .setIssuer(this.sandboxUrl + BRAND_PATHS.issuer)
      .setAudience(consentUrl)
      .setSubject(sub)
      .setJti(randomUUID())
      .setIssuedAt(iat)
      .setExpirationTime(iat + LIFETIME_SECONDS)
      .sign(key);
  }
}
