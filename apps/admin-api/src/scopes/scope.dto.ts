import { Children, Text } from '../input/dto-rules';
import { QueryFlag } from '../input/query-rules';
import { Reasoned } from '../input/reason.dto';

/** One scope of a card. */
export class ScopeBody {
  @Text({ description: 'The id that tokens carry (RFC 6749 3.3).', max: 128, example: 'orders:read' })
  id: string;

  @Text({ description: 'What the User is asked, word for word.', max: 200, example: 'Look up your orders' })
  description: string;
}

/** The whole list in card order. */
export class ReplaceScopesBody extends Reasoned {
  @Children(() => ScopeBody, { description: 'In the order of the card.', minItems: 0, maxItems: 50 })
  scopes: ScopeBody[];
}

/** How to replace it. */
export class ReplaceScopesQuery {
  @QueryFlag({ description: 'Only say what would happen.', default: false })
  dryRun?: boolean;
}
