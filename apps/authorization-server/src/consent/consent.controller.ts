import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '../admission/admission.pipeline';
import { PageExchange } from '../pages/page-exchange';
import { HandlesOperation } from '../routes/handles-operation.decorator';
import { ConsentService } from './consent.service';
import { DecisionService } from './decision.service';

/** `C` and `C/decision` (PACT wire 3). */
@Controller()
export class ConsentController {
  constructor(
    private readonly pages: PageExchange,
    private readonly consent: ConsentService,
    private readonly decision: DecisionService,
  ) {}

  @HandlesOperation('consent')
  async open(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const brand = brandOf(request);
    const read = this.pages.read(request, brand);
    const answer = request.method === 'GET' ? this.consent.show(read) : this.consent.receive(read);
    this.pages.send(reply, await answer, brand);
  }

  @HandlesOperation('decision')
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const brand = brandOf(request);
    this.pages.send(reply, await this.decision.decide(this.pages.read(request, brand)), brand);
  }
}
