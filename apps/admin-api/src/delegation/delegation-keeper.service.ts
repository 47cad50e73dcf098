import { Injectable } from '@nestjs/common';
import { type BrandDelegation, type BrandRow, SigningKeys } from '@surety/registry';
import { AddressCheck } from '../address-check.service';
import type { Warning } from '../answers/warning';

/** What a Brand's delegation needs around it: addresses that may be gone to, and a key to sign with. */
@Injectable()
export class DelegationKeeper {
  constructor(
    private readonly addresses: AddressCheck,
    private readonly keys: SigningKeys,
  ) {}

  /** Warns of hosts that do not resolve yet. Throws 400 at the member of an address that is refused (P25). */
  async checkAddresses(delegation: BrandDelegation | null): Promise<Warning[]> {
    if (delegation === null) return [];
    const { loginUrl, completionUrl, keys } = delegation;
    const named: readonly (readonly [string, string | null])[] = [
      ['delegation.loginUrl', loginUrl],
      ['delegation.completionUrl', completionUrl],
      ['delegation.keys.jwksUri', keys && 'jwksUri' in keys ? keys.jwksUri : null],
    ];
    const warnings: Warning[] = [];
    for (const [path, url] of named) {
      if (url) warnings.push(...(await this.addresses.check(url, path)));
    }
    return warnings;
  }

  /** Sees to it that a Brand that may delegate has a key for its tokens and receipts (P24). */
  async prepare({ id, delegation }: BrandRow): Promise<void> {
    if (delegation?.enabled) await this.keys.ensure({ brandId: id });
  }
}
