import { OneOf, Text } from '../input/dto-rules';
import { PageQuery, QueryFlag, QueryTime } from '../input/query-rules';

/** Filters of the list of conversations. */
export class ListConversationsQuery extends PageQuery {
  @Text({ description: 'Only of this Brand.', optional: true, max: 64 })
  brandId?: string;

  @Text({ description: 'Only of this personal agent.', optional: true, max: 64 })
  personalAgentId?: string;

  @OneOf({ description: 'Only open, or only closed ones.', values: ['open', 'closed'], optional: true })
  status?: 'open' | 'closed';

  @QueryTime('Only those that began at or after this moment.')
  from?: string;

  @QueryTime('Only those that began before this moment.')
  to?: string;
}

/** How to read one conversation. */
export class ReadConversationQuery extends PageQuery {
  @QueryFlag({ description: 'Shows texts as they are; owner and operator only, and audited.' })
  reveal?: boolean;
}
