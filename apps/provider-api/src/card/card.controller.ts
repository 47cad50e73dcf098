import { CORS, PREFLIGHT } from '@surety/platform';
import { A2A_MEDIA_TYPE, CARD_CACHE_CONTROL, etagMatches } from '@surety/a2a';
import { NotHere } from '@surety/identity';
import { Controller, Get, Options, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HandlesOperation } from '../a2a/a2a-operation.decorator';
import { routeOf } from '../a2a/provider-routes';
import { Directory } from '../directory/directory.service';
import { type OpenBrand } from '../directory/open-brand';
import { registeredHost } from './registered-host';

/** The Agent Card of a Brand (PACT 2.1, P35): no authentication, golden bytes, at the Provider and at the Brand's own domain. */
@Controller()
export class CardController {
  constructor(private readonly directory: Directory) {}

  @HandlesOperation('card')
  async ofBrand(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const route = routeOf(request.raw);
    const brand = route.kind === 'operation' ? await this.directory.brand(route.brandId) : undefined;
    answer(request, reply, brand);
  }

  /** HEAD comes here too. */
  @Get('.well-known/agent-card.json')
  async ofDomain(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const domain = registeredHost(request.originalUrl, request.headers.host);
    answer(request, reply, domain === undefined ? undefined : await this.directory.brandOfDomain(domain));
  }

  /** Nest takes one verb a method: of stacked decorators all but one are lost. */
  @Options('.well-known/agent-card.json')
  preflightOfDomain(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.ofDomain(request, reply);
  }
}

function answer(request: FastifyRequest, reply: FastifyReply, brand: OpenBrand | undefined): void {
  if (!brand) throw new NotHere('no open Brand here');
  if (request.method === 'OPTIONS') {
    void reply.code(204).headers(PREFLIGHT).send();
    return;
  }
  const { bytes, etag } = brand.card;
  reply.headers({ ...CORS, 'cache-control': CARD_CACHE_CONTROL, etag });
  if (etagMatches(request.headers['if-none-match'], etag)) {
    void reply.code(304).send();
    return;
  }
  void reply.code(200).header('content-type', A2A_MEDIA_TYPE).send(bytes);
}
