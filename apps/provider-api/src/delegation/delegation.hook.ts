import { type PaIdentity, RememberedTokens } from '@surety/identity';
import { Settings, systemClock } from '@surety/platform';
import { type VerifiedDelegation, checkDelegationGrant, verifyDelegationToken } from '@surety/tokens';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DelegationDirectory } from '../directory/delegation.directory';
import type { OpenBrand, OpenDelegation } from '../directory/open-brand';
import { InvalidDelegation } from '../errors/refusals';
import type { Delegation } from './delegation';
import { delegationToken } from './delegation-header';
import { GrantUse } from './grant-use';

/** What a token proved, and at which Brand. */
interface ProvenDelegation extends VerifiedDelegation {
  readonly brandId: string;
}

/**
 * The delegation header (PACT 5.5, PACT wire 1), judged after the personal-agent JWT and the Brand: absent makes an identity turn;
 * whatever is there must hold. The grant comes from a cache that its changes empty; a message asks the database once more when it
 * is claimed (P37).
 */
@Injectable()
export class DelegationHook {
  private readonly verified = new RememberedTokens<ProvenDelegation>();

  constructor(
    private readonly directory: DelegationDirectory,
    private readonly use: GrantUse,
    private readonly settings: Settings,
  ) {}

  /** Out: what the header proved; undefined without one. Throws InvalidDelegation; an unreachable store throws what it threw. */
  async check(
    request: FastifyRequest,
    identity: PaIdentity,
    brand: OpenBrand,
  ): Promise<Delegation | undefined> {
    const token = delegationToken(request.raw);
    if (!token.ok) throw new InvalidDelegation(token.error);
    if (token.value === undefined) return undefined;
    if (!brand.delegation) throw new InvalidDelegation('this Brand does not delegate');
    const nowMs = systemClock.nowMs();
    const clientId = identity.personalAgent.issuer;
    const proven = await this.verify(token.value, brand.id, brand.delegation, clientId, nowMs);
    await this.checkGrant(proven, identity, brand.id, nowMs);
    this.use.note(proven.grantId);
    const { grantId, brandUser, scopes } = proven;
    return { token: token.value, grantId, brandUser, tokenScopes: scopes };
  }

  private async verify(
    token: string,
    brandId: string,
    { addresses }: OpenDelegation,
    clientId: string,
    nowMs: number,
  ): Promise<VerifiedDelegation> {
    const digest = this.verified.digestOf(token);
    const known = this.verified.recall(digest, nowMs);
    if (known?.brandId === brandId && known.clientId === clientId) return known;
    const keys = await this.directory.keysOf(brandId);
    const { issuer, interfaceUrl } = addresses;
    const proven = verifyDelegationToken(token, keys, { issuer, interfaceUrl, clientId }, nowMs);
    if (!proven.ok) throw new InvalidDelegation(`${proven.error.rule}: ${proven.error.detail}`);
    this.verified.remember(digest, { ...proven.value, brandId }, proven.value.expMs, nowMs);
    return proven.value;
  }

  private async checkGrant(
    proven: VerifiedDelegation,
    { personalAgent, sub }: PaIdentity,
    brandId: string,
    nowMs: number,
  ): Promise<void> {
    const grant = await this.directory.grant(proven.grantId);
    const caller = {
      brandId,
      personalAgentId: personalAgent.id,
      sub,
      binding: this.settings.delegationBinding,
    };
    const carried = checkDelegationGrant(proven, grant, caller, nowMs);
    if (!carried.ok) throw new InvalidDelegation(`${carried.error.rule}: ${carried.error.detail}`);
  }
}
