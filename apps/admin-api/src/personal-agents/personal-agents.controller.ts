import { Body, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Answers, Creates, Refusals } from '../answers/api-answers';
import { type Call, TheCall } from '../auth/principal';
import { ACCESS, Roles } from '../auth/route-access';
import { ActionBody } from '../input/reason.dto';
import { ApiController } from '../routes/api-controller';
import {
  ChangePersonalAgentBody,
  CreatePersonalAgentBody,
  ListPersonalAgentsQuery,
} from './personal-agent.dto';
import { ChangedPersonalAgentView, PersonalAgentPage, PersonalAgentView } from './personal-agent.view';
import { PersonalAgentsService } from './personal-agents.service';

const READ = ACCESS['personal-agents: list, read'];
const CHANGE = ACCESS['personal-agents: create, change, enable, disable'];

/** `/personal-agents` (PACT wire §6). */
@ApiController('personal-agents')
export class PersonalAgentsController {
  constructor(private readonly service: PersonalAgentsService) {}

  @Post()
  @Roles(...CHANGE)
  @ApiOperation({ summary: 'Registers a personal agent.' })
  @Creates(ChangedPersonalAgentView)
  @Refusals('conflict')
  create(@Body() body: CreatePersonalAgentBody, @TheCall() call: Call): Promise<ChangedPersonalAgentView> {
    return this.service.create(body, call);
  }

  @Get()
  @Roles(...READ)
  @ApiOperation({ summary: 'Lists personal agents, newest first.' })
  @Answers(PersonalAgentPage, 'One page.')
  @Refusals()
  list(@Query() query: ListPersonalAgentsQuery): Promise<PersonalAgentPage> {
    return this.service.list(query);
  }

  @Get(':id')
  @Roles(...READ)
  @ApiOperation({ summary: 'Reads a personal agent, with its audience and keys.' })
  @Answers(PersonalAgentView)
  @Refusals('not_found')
  read(@Param('id') id: string): Promise<PersonalAgentView> {
    return this.service.read(id);
  }

  @Patch(':id')
  @Roles(...CHANGE)
  @ApiOperation({ summary: 'Changes name, jwksUri or limits.' })
  @Answers(ChangedPersonalAgentView)
  @Refusals('not_found', 'version_mismatch')
  change(
    @Param('id') id: string,
    @Body() body: ChangePersonalAgentBody,
    @TheCall() call: Call,
  ): Promise<ChangedPersonalAgentView> {
    return this.service.change(id, body, call);
  }

  @Post(':id/enable')
  @HttpCode(200)
  @Roles(...CHANGE)
  @ApiOperation({ summary: 'Accepts its tokens again.' })
  @Answers(ChangedPersonalAgentView)
  @Refusals('not_found', 'version_mismatch')
  enable(
    @Param('id') id: string,
    @Body() { reason }: ActionBody,
    @TheCall() call: Call,
  ): Promise<ChangedPersonalAgentView> {
    return this.service.setEnabled(id, true, reason, call);
  }

  @Post(':id/disable')
  @HttpCode(200)
  @Roles(...CHANGE)
  @ApiOperation({ summary: 'Refuses its tokens from the next message on, on every replica.' })
  @Answers(ChangedPersonalAgentView)
  @Refusals('not_found', 'version_mismatch')
  disable(
    @Param('id') id: string,
    @Body() { reason }: ActionBody,
    @TheCall() call: Call,
  ): Promise<ChangedPersonalAgentView> {
    return this.service.setEnabled(id, false, reason, call);
  }
}
