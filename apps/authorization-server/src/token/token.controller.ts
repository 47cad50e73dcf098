import { OAUTH_HEADERS, readTokenRequest } from '@surety/device-grant';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readClientCall } from '../admission/client-call';
import { HandlesOperation } from '../routes/handles-operation.decorator';
import { DeviceCodeGrant } from './device-code.grant';
import { RefreshTokenGrant } from './refresh-token.grant';

/** `POST O/token` (RFC 6749 3.2, PACT 5.3). */
@Controller()
export class TokenController {
  constructor(
    private readonly deviceCodes: DeviceCodeGrant,
    private readonly refreshTokens: RefreshTokenGrant,
  ) {}

  @HandlesOperation('token')
  async exchange(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const call = await readClientCall(request);
    const asked = readTokenRequest(call.form);
    if (!asked.ok) throw asked.error;
    const answer =
      asked.value.kind === 'device-code'
        ? await this.deviceCodes.exchange(call, asked.value.hash)
        : await this.refreshTokens.exchange(call, asked.value.hash, asked.value.scope);
    void reply.code(200).headers(OAUTH_HEADERS).send(Buffer.from(answer));
  }
}
