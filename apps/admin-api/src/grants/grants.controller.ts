import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Answers, Refusals } from '../answers/api-answers';
import { type Call, TheCall } from '../auth/principal';
import { ACCESS, Roles } from '../auth/route-access';
import { ActionBody } from '../input/reason.dto';
import { ApiController } from '../routes/api-controller';
import { ListGrantsQuery, RevokeGrantsBody } from './grant.dto';
import { GrantPage, GrantView, RevokedGrantsView } from './grant.view';
import { GrantsService } from './grants.service';

/** `/grants` (PACT wire §6). */
@ApiController('grants')
export class GrantsController {
  constructor(private readonly service: GrantsService) {}

  @Get()
  @Roles(...ACCESS['grants: list, read'])
  @ApiOperation({ summary: 'Lists grants, newest first; a brand-operator sees its own Brands.' })
  @Answers(GrantPage, 'One page.')
  @Refusals()
  list(@Query() query: ListGrantsQuery, @TheCall() { caller }: Call): Promise<GrantPage> {
    return this.service.list(query, caller);
  }

  @Post('revoke')
  @HttpCode(200)
  @Roles(...ACCESS['grants: revoke'])
  @ApiOperation({ summary: 'Ends every live grant of a personal agent, or of a User, at one Brand.' })
  @Answers(RevokedGrantsView, 'How many.')
  @Refusals('not_found')
  revokeMany(@Body() body: RevokeGrantsBody, @TheCall() call: Call): Promise<RevokedGrantsView> {
    return this.service.revokeMany(body, call);
  }

  @Get(':id')
  @Roles(...ACCESS['grants: list, read'])
  @ApiOperation({ summary: 'Reads a grant.' })
  @Answers(GrantView)
  @Refusals('not_found')
  read(@Param('id') id: string, @TheCall() { caller }: Call): Promise<GrantView> {
    return this.service.read(id, caller);
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @Roles(...ACCESS['grants: revoke'])
  @ApiOperation({ summary: 'Ends a grant: its tokens stop with the next request.' })
  @Answers(GrantView)
  @Refusals('not_found', 'version_mismatch')
  revoke(@Param('id') id: string, @Body() { reason }: ActionBody, @TheCall() call: Call): Promise<GrantView> {
    return this.service.revoke(id, reason, call);
  }
}
