import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '../admission/admission.pipeline';
import { BrandKeyRing } from '../brands/brand-key-ring.service';
import { HandlesOperation } from '../routes/handles-operation.decorator';
import { sendPublished } from '@surety/platform';

/** `O/jwks.json`: the keys that verify delegation tokens and receipts of a Brand, next and retired ones too (P24). */
@Controller()
export class JwksController {
  constructor(private readonly keys: BrandKeyRing) {}

  @HandlesOperation('jwks')
  async send(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { document } = await this.keys.published(brandOf(request).id);
    sendPublished(request, reply, document);
  }
}
