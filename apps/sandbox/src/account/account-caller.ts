import { Injectable } from '@nestjs/common';
import { PublishedKeys } from '@surety/client';
import { type Clock, type Result, err, ok } from '@surety/kernel';
import { verifyDelegationTokenAtBrand, verifyRequest } from '@surety/tokens';
import type { BrandRegistration, RegisteredBrand } from '../brand/brand-registration';

/** What arrived at the account API. */
export interface AccountRequest {
  readonly method: string;
  /** Full URL with query, as the Provider called it. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly signature: string | undefined;
  readonly body: Uint8Array;
}

/** The User in whose name the Provider calls, and what the User granted. */
export interface AccountCaller {
  readonly user: string;
  readonly scopes: readonly string[];
}

/**
 * Judges calls of the account API as any Brand should (PACT wire 5.4): the User's delegation token by the keys of this Brand's
 * authorization server, and, when it is there, the deployment's signature over the very request.
 */
@Injectable()
export class AccountCallers {
  private readonly keySets = new Map<string, PublishedKeys>();

  constructor(
    private readonly registration: BrandRegistration,
    private readonly clock: Clock,
  ) {}

  /** Who calls; the error says for the log why nobody. Throws NotRegistered, and a ClientError when keys cannot be fetched. */
  async identify(request: AccountRequest): Promise<Result<AccountCaller, string>> {
    const brand = await this.registration.addresses();
    const token = /^Bearer +(\S+)$/i.exec(request.authorization ?? '')?.[1];
    if (token === undefined) return err('there is no bearer token');
    const keys = await this.keysAt(brand.jwks).forToken(token);
    const verified = verifyDelegationTokenAtBrand(token, keys, brand, this.clock.nowMs());
    if (!verified.ok) return err(`${verified.error.rule}: ${verified.error.detail}`);
    const signed = await this.checkSignature(request, brand);
    if (!signed.ok) return signed;
    return ok({ user: verified.value.brandUser, scopes: verified.value.scopes });
  }

  private async checkSignature(
    request: AccountRequest,
    brand: RegisteredBrand,
  ): Promise<Result<void, string>> {
    const { signature, body, method, url } = request;
    if (signature === undefined) return ok(undefined);
    const keys = await this.keysAt(brand.webhookJwks).forToken(signature);
    const verified = verifyRequest({
      signature,
      keyOf: kid => keys.find(key => key.kid === kid)?.key(),
      body,
      method,
      url,
      nowMs: this.clock.nowMs(),
    });
    return verified.ok ? ok(undefined) : err(`Surety-Signature: ${verified.error}`);
  }

  private keysAt(jwksUri: string): PublishedKeys {
    const known = this.keySets.get(jwksUri) ?? new PublishedKeys(jwksUri, { clock: this.clock });
    this.keySets.set(jwksUri, known);
    return known;
  }
}
