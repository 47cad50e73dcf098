import { Text } from './dto-rules';

/** Why a change is made; every changing request may carry it, and the audit row keeps it. */
export class Reasoned {
  @Text({ description: 'Why this is done; kept in the audit row.', optional: true, max: 500 })
  reason?: string;
}

/** The body of an action that needs nothing else; it may be left out. */
export class ActionBody extends Reasoned {}
