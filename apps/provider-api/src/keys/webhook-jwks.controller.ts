import { PublishedKeySets } from '@surety/identity';
import { sendPublished } from '@surety/platform';
import { Controller, Get, Head, Options, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The public keys that sign our requests to Brands' webhooks (pact-wire §5.3): next, active and retired ones (P24). */
@Controller('.well-known/webhook-jwks.json')
export class WebhookJwksController {
  constructor(private readonly keys: PublishedKeySets) {}

  @Get()
  @Head()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { document } = await this.keys.of('webhook');
    sendPublished(request, reply, document);
  }

  /** Nest takes one verb a method. */
  @Options()
  preflight(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.list(request, reply);
  }
}
