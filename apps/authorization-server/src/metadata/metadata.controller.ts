import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '../admission/admission.pipeline';
import { HandlesOperation } from '../routes/handles-operation.decorator';
import { sendPublished } from '@surety/platform';

/** The metadata of a Brand's authorization server (RFC 8414, P30): the same bytes below the issuer and at the well-known address. */
@Controller()
export class MetadataController {
  @HandlesOperation('metadata')
  send(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendPublished(request, reply, brandOf(request).metadata);
  }
}
