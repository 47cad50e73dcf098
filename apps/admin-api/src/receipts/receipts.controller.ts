import { Body, Get, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Answers, Refusals } from '../answers/api-answers';
import { type Call, TheCall } from '../auth/principal';
import { ACCESS, Roles } from '../auth/route-access';
import { ApiController } from '../routes/api-controller';
import { ExportReceiptsQuery, ListReceiptsQuery, VerifyReceiptBody } from './receipt.dto';
import { ReceiptPage, ReceiptView, VerifiedReceiptView } from './receipt.view';
import { ReceiptsService } from './receipts.service';

const NDJSON = 'application/x-ndjson';

/** `/receipts` (PACT wire §6). */
@ApiController('receipts')
export class ReceiptsController {
  constructor(private readonly service: ReceiptsService) {}

  @Get()
  @Roles(...ACCESS['receipts: list, read, export, verify'])
  @ApiOperation({ summary: 'Lists receipts, newest first; a brand-operator sees its own Brands.' })
  @Answers(ReceiptPage, 'One page.')
  @Refusals()
  list(@Query() query: ListReceiptsQuery, @TheCall() { caller }: Call): Promise<ReceiptPage> {
    return this.service.list(query, caller);
  }

  @Get('export')
  @Roles(...ACCESS['receipts: list, read, export, verify'])
  @ApiOperation({ summary: 'Sends every receipt that fits, one a line, newest first.' })
  @ApiOkResponse({
    description: 'Each line is a receipt as the list shows it.',
    content: { [NDJSON]: { schema: { type: 'string' } } },
  })
  @Refusals()
  async export(@Query() query: ExportReceiptsQuery, @TheCall() { caller }: Call): Promise<StreamableFile> {
    return new StreamableFile(await this.service.export(query, caller), { type: NDJSON });
  }

  @Post('verify')
  @HttpCode(200)
  @Roles(...ACCESS['receipts: list, read, export, verify'])
  @ApiOperation({ summary: 'Checks a receipt by the keys of the Brand it names; changes nothing.' })
  @Answers(VerifiedReceiptView, 'What was found.')
  @Refusals()
  verify(@Body() { jws }: VerifyReceiptBody, @TheCall() { caller }: Call): Promise<VerifiedReceiptView> {
    return this.service.verify(jws, caller);
  }

  @Get(':id')
  @Roles(...ACCESS['receipts: list, read, export, verify'])
  @ApiOperation({ summary: 'Reads a receipt.' })
  @Answers(ReceiptView)
  @Refusals('not_found')
  read(@Param('id') id: string, @TheCall() { caller }: Call): Promise<ReceiptView> {
    return this.service.read(id, caller);
  }
}
