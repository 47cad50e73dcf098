import { randomUUID } from 'node:crypto';
import { accessTokenTimes, tokenAnswer } from '@surety/device-grant';
import { systemClock } from '@surety/platform';
import type { IssuedGrant } from '@surety/registry';
import { type PrivateSigningJwk, signDelegationToken } from '@surety/tokens';
import { Injectable } from '@nestjs/common';
import type { ClientCall } from '../admission/client-call';
import { BrandKeyRing } from '../brands/brand-key-ring.service';

/** What a token answer is made of, once its code or refresh token is consumed. */
export interface Issue {
  readonly grant: IssuedGrant;
  /** Of this access token, in card order. */
  readonly scopes: readonly string[];
  readonly refreshToken: string;
  readonly key: PrivateSigningJwk;
}

/** Writes the answers of the token endpoint (PACT 5.3, 5.4). */
@Injectable()
export class DelegationTokens {
  constructor(private readonly keys: BrandKeyRing) {}

  /** The key that signs at the moment: asked for before anything is consumed, so that a key that does not open costs no code. */
  signingKey({ brand }: ClientCall): Promise<PrivateSigningJwk> {
    return this.keys.signing(brand.id);
  }

  /** The answer with a freshly signed delegation token, as exact text. */
  answer({ brand, identity }: ClientCall, { grant, scopes, refreshToken, key }: Issue): string {
    const times = accessTokenTimes(systemClock.nowMs(), grant.endsAt.getTime());
    const accessToken = signDelegationToken(key, {
      issuer: brand.addresses.issuer,
      interfaceUrl: brand.addresses.interfaceUrl,
      brandUser: grant.brandUser,
      clientId: identity.personalAgent.issuer,
      scopes,
      grantId: grant.id,
      ...times,
      jti: randomUUID(),
    });
    return tokenAnswer({ accessToken, refreshToken, times, scopes });
  }
}
