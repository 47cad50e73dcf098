import { Body, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Answers, Refusals } from '../answers/api-answers';
import { type Call, TheCall } from '../auth/principal';
import { ACCESS, Roles } from '../auth/route-access';
import { ApiController } from '../routes/api-controller';
import { ReplaceScopesBody, ReplaceScopesQuery } from './scope.dto';
import { ChangedScopesView, ScopesView } from './scope.view';
import { ScopesService } from './scopes.service';

/** `/brands/{id}/scopes` (PACT wire §6). */
@ApiController('brands/:id/scopes')
export class ScopesController {
  constructor(private readonly service: ScopesService) {}

  @Get()
  @Roles(...ACCESS['scopes, tools: list, read'])
  @ApiOperation({ summary: 'Reads the scopes of a Brand in card order.' })
  @Answers(ScopesView, 'The whole list.')
  @Refusals('not_found')
  read(@Param('id') id: string, @TheCall() { caller }: Call): Promise<ScopesView> {
    return this.service.read(id, caller);
  }

  @Put()
  @Roles(...ACCESS['scopes, tools: change'])
  @ApiOperation({ summary: 'Replaces the scopes of a Brand; one that goes leaves every grant.' })
  @Answers(ChangedScopesView, 'The new list, and what it means for live grants.')
  @Refusals('not_found', 'conflict', 'version_mismatch')
  replace(
    @Param('id') id: string,
    @Body() body: ReplaceScopesBody,
    @Query() { dryRun = false }: ReplaceScopesQuery,
    @TheCall() call: Call,
  ): Promise<ChangedScopesView> {
    return this.service.replace(id, body, dryRun, call);
  }
}
