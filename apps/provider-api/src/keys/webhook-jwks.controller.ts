import { SigningKeys } from '@surety/registry';
import { Controller, Get, Head, Options, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' };

/** The public keys that sign our requests to Brands' webhooks (pact-wire §5.3): next, active and retired ones (P24). */
@Controller('.well-known/webhook-jwks.json')
export class WebhookJwksController {
  constructor(private readonly keys: SigningKeys) {}

  @Get()
  @Head()
  async list(@Res() reply: FastifyReply): Promise<void> {
    const keys = await this.keys.published('webhook');
    const body = Buffer.from(JSON.stringify({ keys: keys.map(key => key.publicJwk) }));
    void reply
      .code(200)
      .headers({ ...HEADERS, 'content-type': 'application/json' })
      .send(body);
  }

  @Options()
  preflight(@Res() reply: FastifyReply): void {
    void reply
      .code(204)
      .headers({ ...HEADERS, 'access-control-allow-methods': 'GET, HEAD, OPTIONS' })
      .send();
  }
}
