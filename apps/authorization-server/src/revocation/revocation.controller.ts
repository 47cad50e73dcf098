import { readRevocation, revokesGrant } from '@surety/device-grant';
import { systemClock } from '@surety/platform';
import { type HeldGrant, HeldGrants, RefreshTokens } from '@surety/registry';
import { verifyDelegationToken } from '@surety/tokens';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ClientCall, readClientCall } from '../admission/client-call';
import { BrandKeyRing } from '../brands/brand-key-ring.service';
import { HandlesOperation } from '../routes/handles-operation.decorator';

/** `POST O/revoke` (RFC 7009, P19): either token of its holder ends the grant; the answer never tells whether. */
@Controller()
export class RevocationController {
  constructor(
    private readonly refreshTokens: RefreshTokens,
    private readonly grants: HeldGrants,
    private readonly keys: BrandKeyRing,
  ) {}

  @HandlesOperation('revoke')
  async revoke(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const call = await readClientCall(request);
    const asked = readRevocation(call.form);
    if (!asked.ok) throw asked.error;
    const found =
      'refreshHash' in asked.value
        ? await this.refreshTokens.find(asked.value.refreshHash)
        : await this.grantOf(call, asked.value.accessToken);
    if (found && revokesGrant(found, call.caller, found.nowMs)) await this.end(call, found.grantId);
    void reply
      .code(200)
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'content-length': '0' })
      .send();
  }

  /** The grant of a delegation token that is good here and now, for this personal agent. */
  private async grantOf({ brand, identity }: ClientCall, token: string): Promise<HeldGrant | undefined> {
    const { keys } = await this.keys.published(brand.id);
    const { issuer, interfaceUrl } = brand.addresses;
    const expected = { issuer, interfaceUrl, clientId: identity.personalAgent.issuer };
    const verified = verifyDelegationToken(token, keys, expected, systemClock.nowMs());
    return verified.ok ? this.grants.find(verified.value.grantId) : undefined;
  }

  private async end({ caller, requestId }: ClientCall, grantId: string): Promise<void> {
    const { brandId, personalAgentId } = caller;
    await this.grants.end({ grantId, brandId, personalAgentId, by: 'personal-agent', requestId });
  }
}
