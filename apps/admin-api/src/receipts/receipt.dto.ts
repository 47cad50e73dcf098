import { IntersectionType } from '@nestjs/swagger';
import { LIMITS } from '@surety/kernel';
import { Text } from '../input/dto-rules';
import { PageQuery, QueryTime } from '../input/query-rules';

/** Filters of the export of receipts: those of the list, without its pages. */
export class ExportReceiptsQuery {
  @Text({ description: 'Only of this Brand.', optional: true, max: 64 })
  brandId?: string;

  @Text({ description: 'Only under this grant.', optional: true, max: 64 })
  grantId?: string;

  @Text({ description: 'Only of this User, by the id at the Brand.', optional: true, max: 256 })
  user?: string;

  @Text({ description: 'Only of this personal agent.', optional: true, max: 64 })
  personalAgentId?: string;

  @Text({ description: 'Only of this conversation.', optional: true, max: 256 })
  contextId?: string;

  @QueryTime('Only those of this moment or later.')
  from?: string;

  @QueryTime('Only those before this moment.')
  to?: string;
}

/** Filters of the list of receipts. */
export class ListReceiptsQuery extends IntersectionType(ExportReceiptsQuery, PageQuery) {}

/** A receipt to be checked. */
export class VerifyReceiptBody {
  @Text({ description: 'The receipt as it was delivered: a compact JWS.', max: LIMITS.receiptBytes })
  jws: string;
}
