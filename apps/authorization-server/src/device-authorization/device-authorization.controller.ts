import {
  OAUTH_HEADERS,
  deviceAuthorizationAnswer,
  readDeviceRequest,
  verificationLinks,
} from '@surety/device-grant';
import { RateLimited } from '@surety/identity';
import { DeviceCodes } from '@surety/registry';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ClientCall, readClientCall } from '../admission/client-call';
import { HandlesOperation } from '../routes/handles-operation.decorator';
import { freshOpaqueToken } from '../token/opaque-tokens';

/** `POST O/device_authorization` (RFC 8628 3.1, PACT 5.3). */
@Controller()
export class DeviceAuthorizationController {
  constructor(private readonly codes: DeviceCodes) {}

  @HandlesOperation('deviceAuthorization')
  async begin(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const call = await readClientCall(request);
    const scopes = readDeviceRequest(call.form, call.brand.card);
    if (!scopes.ok) throw scopes.error;
    const answer = await this.open(call, scopes.value);
    void reply.code(200).headers(OAUTH_HEADERS).send(Buffer.from(answer));
  }

  private async open({ brand, caller }: ClientCall, scopes: readonly string[]): Promise<string> {
    const { text, hash } = freshOpaqueToken('device-code');
    const opened = await this.codes.open({ ...caller, scopes, hash });
    if ('retryAfterSeconds' in opened) throw new RateLimited(opened.retryAfterSeconds);
    const { loginUrl, liveSession } = brand.delegation;
    const { userCode } = opened;
    const links = verificationLinks({ loginUrl, consentUrl: brand.addresses.consent, userCode, liveSession });
    return deviceAuthorizationAnswer(text, userCode, links);
  }
}
