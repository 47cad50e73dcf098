import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '../admission/admission.pipeline';
import { PageExchange } from '../pages/page-exchange';
import { HandlesOperation } from '../routes/handles-operation.decorator';
import { ConnectedAgentsService } from './connected-agents.service';

/** `O/connected-agents` and its revoke (PACT wire 3). */
@Controller()
export class ConnectedAgentsController {
  constructor(
    private readonly pages: PageExchange,
    private readonly agents: ConnectedAgentsService,
  ) {}

  @HandlesOperation('connectedAgents')
  async open(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const brand = brandOf(request);
    const read = this.pages.read(request, brand);
    const answer = request.method === 'GET' ? this.agents.entry(read) : await this.agents.start(read);
    this.pages.send(reply, answer, brand);
  }

  @HandlesOperation('connectedAgentsRevoke')
  async revoke(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const brand = brandOf(request);
    this.pages.send(reply, await this.agents.revoke(this.pages.read(request, brand)), brand);
  }
}
