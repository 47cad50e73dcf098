import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Answers, Creates, Refusals } from '../answers/api-answers';
import { type Call, TheCall } from '../auth/principal';
import { ACCESS, Roles } from '../auth/route-access';
import { ActionBody } from '../input/reason.dto';
import { ApiController } from '../routes/api-controller';
import { ChangeToolBody, CreateToolBody, ListToolsQuery } from './tool.dto';
import { ChangedToolView, ToolPage, ToolView } from './tool.view';
import { ToolsService } from './tools.service';

/** `/brands/{id}/tools` (PACT wire §6). */
@ApiController('brands/:id/tools')
export class ToolsController {
  constructor(private readonly service: ToolsService) {}

  @Post()
  @Roles(...ACCESS['scopes, tools: change'])
  @ApiOperation({ summary: "Registers a tool that the Brand's agent may call." })
  @Creates(ChangedToolView)
  @Refusals('not_found', 'conflict')
  create(
    @Param('id') id: string,
    @Body() body: CreateToolBody,
    @TheCall() call: Call,
  ): Promise<ChangedToolView> {
    return this.service.create(id, body, call);
  }

  @Get()
  @Roles(...ACCESS['scopes, tools: list, read'])
  @ApiOperation({ summary: 'Lists the tools of a Brand.' })
  @Answers(ToolPage, 'One page.')
  @Refusals('not_found')
  list(
    @Param('id') id: string,
    @Query() query: ListToolsQuery,
    @TheCall() { caller }: Call,
  ): Promise<ToolPage> {
    return this.service.list(id, query, caller);
  }

  @Get(':name')
  @Roles(...ACCESS['scopes, tools: list, read'])
  @ApiOperation({ summary: 'Reads a tool.' })
  @Answers(ToolView)
  @Refusals('not_found')
  read(@Param('id') id: string, @Param('name') name: string, @TheCall() { caller }: Call): Promise<ToolView> {
    return this.service.read(id, name, caller);
  }

  @Patch(':name')
  @Roles(...ACCESS['scopes, tools: change'])
  @ApiOperation({ summary: 'Changes a tool (merge patch).' })
  @Answers(ChangedToolView)
  @Refusals('not_found', 'conflict', 'version_mismatch')
  change(
    @Param('id') id: string,
    @Param('name') name: string,
    @Body() body: ChangeToolBody,
    @TheCall() call: Call,
  ): Promise<ChangedToolView> {
    return this.service.change(id, name, body, call);
  }

  @Delete(':name')
  @Roles(...ACCESS['scopes, tools: change'])
  @ApiOperation({ summary: 'Removes a tool.' })
  @Answers(ToolView, 'The tool as it was.')
  @Refusals('not_found', 'conflict', 'version_mismatch')
  remove(
    @Param('id') id: string,
    @Param('name') name: string,
    @Body() { reason }: ActionBody,
    @TheCall() call: Call,
  ): Promise<ToolView> {
    return this.service.remove(id, name, reason, call);
  }
}
