import { Text } from '../input/dto-rules';
import { PageQuery, QueryTime } from '../input/query-rules';

/** Filters of the audit. */
export class ListAuditQuery extends PageQuery {
  @Text({ description: 'Only by this person or script (`sub` of the token).', optional: true, max: 256 })
  actor?: string;

  @Text({ description: 'Only this action, such as `brand.update`.', optional: true, max: 64 })
  action?: string;

  @Text({ description: 'Only objects of this type, such as `brand`.', optional: true, max: 64 })
  objectType?: string;

  @Text({ description: 'Only this object.', optional: true, max: 256 })
  objectId?: string;

  @QueryTime('Only at or after this moment.')
  from?: string;

  @QueryTime('Only before this moment.')
  to?: string;
}
