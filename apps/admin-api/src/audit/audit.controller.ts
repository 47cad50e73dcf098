import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Answers, Refusals } from '../answers/api-answers';
import { type Call, TheCall } from '../auth/principal';
import { ACCESS, Roles } from '../auth/route-access';
import { ApiController } from '../routes/api-controller';
import { ListAuditQuery } from './audit.dto';
import { AuditService } from './audit.service';
import { AuditPage } from './audit.view';

/** `/audit` (PACT wire §6): it can only be read. */
@ApiController('audit')
export class AuditController {
  constructor(private readonly service: AuditService) {}

  @Get()
  @Roles(...ACCESS['audit: list'])
  @ApiOperation({ summary: 'Lists who changed what, newest first; a brand-operator sees its own Brands.' })
  @Answers(AuditPage, 'One page.')
  @Refusals()
  list(@Query() query: ListAuditQuery, @TheCall() { caller }: Call): Promise<AuditPage> {
    return this.service.list(query, caller);
  }
}
