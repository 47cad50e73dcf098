import { Body, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Answers, Refusals } from '../answers/api-answers';
import { type Call, TheCall } from '../auth/principal';
import { ACCESS, Roles } from '../auth/route-access';
import { PageQuery } from '../input/query-rules';
import { ApiController } from '../routes/api-controller';
import { RotateWebhookKeysBody } from './webhook-key.dto';
import { WebhookKeyPage, WebhookKeyView } from './webhook-key.view';
import { WebhookKeysService } from './webhook-keys.service';

/** `/webhook-keys` (PACT wire §6). */
@ApiController('webhook-keys')
export class WebhookKeysController {
  constructor(private readonly service: WebhookKeysService) {}

  @Get()
  @Roles(...ACCESS['webhook-keys: list'])
  @ApiOperation({ summary: 'Lists the keys that sign requests to webhooks, newest first.' })
  @Answers(WebhookKeyPage, 'One page.')
  @Refusals()
  list(@Query() query: PageQuery): Promise<WebhookKeyPage> {
    return this.service.list(query);
  }

  @Post('rotate')
  @HttpCode(200)
  @Roles(...ACCESS['webhook-keys: rotate'])
  @ApiOperation({ summary: 'Publishes the next key now and signs with it ten minutes later.' })
  @Answers(WebhookKeyView, 'The next key.')
  @Refusals()
  rotate(@Body() { alg, reason }: RotateWebhookKeysBody, @TheCall() call: Call): Promise<WebhookKeyView> {
    return this.service.rotate({ alg, reason }, call);
  }
}
