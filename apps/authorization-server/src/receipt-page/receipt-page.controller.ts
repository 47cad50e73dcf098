import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '../admission/admission.pipeline';
import { PageExchange } from '../pages/page-exchange';
import { HandlesOperation } from '../routes/handles-operation.decorator';
import { ReceiptPageService } from './receipt-page.service';

/** `O/receipt` (PACT wire 3). */
@Controller()
export class ReceiptPageController {
  constructor(
    private readonly pages: PageExchange,
    private readonly receipts: ReceiptPageService,
  ) {}

  @HandlesOperation('receipt')
  async open(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const brand = brandOf(request);
    const read = this.pages.read(request, brand);
    const answer = request.method === 'GET' ? this.receipts.show(read) : await this.receipts.check(read);
    this.pages.send(reply, answer, brand);
  }
}
