import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Answers, Refusals } from '../answers/api-answers';
import { type Call, TheCall } from '../auth/principal';
import { ACCESS, Roles } from '../auth/route-access';
import { PageQuery } from '../input/query-rules';
import { ApiController } from '../routes/api-controller';
import { RotateBrandKeysBody } from './brand-key.dto';
import { BrandKeyPage, BrandKeyView } from './brand-key.view';
import { BrandKeysService } from './brand-keys.service';

/** `/brands/{id}/keys` (PACT wire §6). */
@ApiController('brands/:id/keys')
export class BrandKeysController {
  constructor(private readonly service: BrandKeysService) {}

  @Get()
  @Roles(...ACCESS['brand keys: list'])
  @ApiOperation({
    summary: 'Lists the keys that sign delegation tokens and receipts of a Brand, newest first.',
  })
  @Answers(BrandKeyPage, 'One page.')
  @Refusals('not_found')
  list(
    @Param('id') id: string,
    @Query() query: PageQuery,
    @TheCall() { caller }: Call,
  ): Promise<BrandKeyPage> {
    return this.service.list(id, query, caller);
  }

  @Post('rotate')
  @HttpCode(200)
  @Roles(...ACCESS['brand keys: rotate'])
  @ApiOperation({ summary: 'Publishes the next key now and signs with it ten minutes later.' })
  @Answers(BrandKeyView, 'The next key.')
  @Refusals('not_found', 'conflict')
  rotate(
    @Param('id') id: string,
    @Body() { alg, reason }: RotateBrandKeysBody,
    @TheCall() call: Call,
  ): Promise<BrandKeyView> {
    return this.service.rotate(id, { alg, reason }, call);
  }
}
