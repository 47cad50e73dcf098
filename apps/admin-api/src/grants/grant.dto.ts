import { OneOf, Text } from '../input/dto-rules';
import { PageQuery } from '../input/query-rules';
import { Reasoned } from '../input/reason.dto';

/** Filters of the list of grants. */
export class ListGrantsQuery extends PageQuery {
  @Text({ description: 'Only at this Brand.', optional: true, max: 64 })
  brandId?: string;

  @Text({ description: 'Only of this personal agent.', optional: true, max: 64 })
  personalAgentId?: string;

  @Text({ description: 'Only of this User, by the `sub` of the personal agent.', optional: true, max: 1024 })
  sub?: string;

  @Text({ description: 'Only of this User, by the id at the Brand.', optional: true, max: 256 })
  user?: string;

  @OneOf({ description: 'Only those.', values: ['live', 'revoked', 'expired'], optional: true })
  status?: 'live' | 'revoked' | 'expired';
}

/** Which grants are to end: those of one personal agent, or of one User, at one Brand. */
export class RevokeGrantsBody extends Reasoned {
  @Text({ description: 'The Brand.', max: 64 })
  brandId: string;

  @Text({
    description: 'Every live grant of this personal agent; give this or `user`.',
    optional: true,
    max: 64,
  })
  personalAgentId?: string;

  @Text({
    description: 'Every live grant of this User, by the id at the Brand; give this or `personalAgentId`.',
    optional: true,
    max: 256,
  })
  user?: string;
}
