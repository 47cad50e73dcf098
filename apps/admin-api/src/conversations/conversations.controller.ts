import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Answers, Refusals } from '../answers/api-answers';
import { type Call, TheCall } from '../auth/principal';
import { ACCESS, Roles } from '../auth/route-access';
import { ActionBody } from '../input/reason.dto';
import { ApiController } from '../routes/api-controller';
import { ListConversationsQuery, ReadConversationQuery } from './conversation.dto';
import { ConversationItem, ConversationPage, ConversationView } from './conversation.view';
import { ConversationsService } from './conversations.service';

/** `/conversations` (PACT wire §6). */
@ApiController('conversations')
export class ConversationsController {
  constructor(private readonly service: ConversationsService) {}

  @Get()
  @Roles(...ACCESS['conversations: list, read redacted'])
  @ApiOperation({ summary: 'Lists conversations, newest first; a brand-operator sees its own Brands.' })
  @Answers(ConversationPage, 'One page.')
  @Refusals()
  list(@Query() query: ListConversationsQuery, @TheCall() { caller }: Call): Promise<ConversationPage> {
    return this.service.list(query, caller);
  }

  @Get(':id')
  @Roles(...ACCESS['conversations: list, read redacted'])
  @ApiOperation({
    summary: 'Reads a conversation, redacted; `reveal` is for owner and operator, and audited.',
  })
  @Answers(ConversationView)
  @Refusals('not_found')
  read(
    @Param('id') id: string,
    @Query() query: ReadConversationQuery,
    @TheCall() call: Call,
  ): Promise<ConversationView> {
    return this.service.read(id, query, call);
  }

  @Post(':id/close')
  @HttpCode(200)
  @Roles(...ACCESS['conversations: close'])
  @ApiOperation({ summary: 'Ends a conversation.' })
  @Answers(ConversationItem)
  @Refusals('not_found', 'version_mismatch')
  close(
    @Param('id') id: string,
    @Body() { reason }: ActionBody,
    @TheCall() call: Call,
  ): Promise<ConversationItem> {
    return this.service.close(id, reason, call);
  }
}
