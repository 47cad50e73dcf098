import { Body, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { AgentTestService } from '../agent-test/agent-test.service';
import { AgentTestView } from '../agent-test/agent-test.view';
import { Answers, Creates, Refusals } from '../answers/api-answers';
import { type Call, TheCall } from '../auth/principal';
import { ACCESS, Roles } from '../auth/route-access';
import { ActionBody } from '../input/reason.dto';
import { ApiController } from '../routes/api-controller';
import { ChangeBrandBody, CreateBrandBody, ListBrandsQuery, TestAgentBody } from './brand.dto';
import { BrandPage, BrandView, ChangedBrandView } from './brand.view';
import { BrandsService } from './brands.service';

/** `/brands` (PACT wire §6). */
@ApiController('brands')
export class BrandsController {
  constructor(
    private readonly service: BrandsService,
    private readonly agentTest: AgentTestService,
  ) {}

  @Post()
  @Roles(...ACCESS['brands: create, close'])
  @ApiOperation({ summary: 'Opens a Brand.' })
  @Creates(ChangedBrandView)
  @Refusals('conflict')
  create(@Body() body: CreateBrandBody, @TheCall() call: Call): Promise<ChangedBrandView> {
    return this.service.create(body, call);
  }

  @Get()
  @Roles(...ACCESS['brands: list, read'])
  @ApiOperation({ summary: 'Lists Brands, newest first; a brand-operator sees its own.' })
  @Answers(BrandPage, 'One page.')
  @Refusals()
  list(@Query() query: ListBrandsQuery, @TheCall() { caller }: Call): Promise<BrandPage> {
    return this.service.list(query, caller);
  }

  @Get(':id')
  @Roles(...ACCESS['brands: list, read'])
  @ApiOperation({ summary: 'Reads a Brand with its checklist.' })
  @Answers(BrandView)
  @Refusals('not_found')
  read(@Param('id') id: string, @TheCall() { caller }: Call): Promise<BrandView> {
    return this.service.read(id, caller);
  }

  @Patch(':id')
  @Roles(...ACCESS['brands: change, test the agent'])
  @ApiOperation({ summary: 'Changes a Brand (merge patch).' })
  @Answers(ChangedBrandView)
  @Refusals('not_found', 'conflict', 'version_mismatch')
  change(
    @Param('id') id: string,
    @Body() body: ChangeBrandBody,
    @TheCall() call: Call,
  ): Promise<ChangedBrandView> {
    return this.service.change(id, body, call);
  }

  @Post(':id/close')
  @HttpCode(200)
  @Roles(...ACCESS['brands: create, close'])
  @ApiOperation({ summary: 'Closes a Brand for good; it then answers like one that never was.' })
  @Answers(ChangedBrandView)
  @Refusals('not_found', 'version_mismatch')
  close(
    @Param('id') id: string,
    @Body() { reason }: ActionBody,
    @TheCall() call: Call,
  ): Promise<ChangedBrandView> {
    return this.service.close(id, reason, call);
  }

  @Post(':id/agent/test')
  @HttpCode(200)
  @Roles(...ACCESS['brands: change, test the agent'])
  @ApiOperation({ summary: 'Runs the agent once; nothing of it is stored.' })
  @Answers(AgentTestView, 'What the agent said, or why it did not.')
  @Refusals('not_found', 'conflict', 'too_many_requests')
  test(
    @Param('id') id: string,
    @Body() { text, reason }: TestAgentBody,
    @TheCall() call: Call,
  ): Promise<AgentTestView> {
    return this.agentTest.run(id, text, reason, call);
  }
}
