import { Child, Flag, Text, Unchangeable, Whole } from '../input/dto-rules';
import { PageQuery, QueryFlag } from '../input/query-rules';
import { Reasoned } from '../input/reason.dto';

const RATE_MAX = 1_000_000;
const rate = (description: string, value: number) => ({
  description,
  min: 1,
  max: RATE_MAX,
  default: value,
  optional: true,
  nullable: true,
});

/** Token buckets of a personal agent (P26); a rate of null takes the limit away, a burst of null is its default. */
export class LimitsBody {
  @Whole(rate('Messages a second of all its Users; null = no limit.', 100))
  perSecond?: number | null;

  @Whole(rate('Messages at once of all its Users; null = the default.', 300))
  burst?: number | null;

  @Whole(rate('Messages a second of one User; null = no limit.', 5))
  perUserPerSecond?: number | null;

  @Whole(rate('Messages at once of one User; null = the default.', 60))
  perUserBurst?: number | null;
}

const NAME = { description: 'What operators call it.', max: 100, example: 'Example PA' };
const JWKS_URI = {
  description: 'Where it publishes its keys (RFC 7517); https.',
  max: 2048,
  format: 'uri',
  example: 'https://pa.example.com/jwks.json',
};
const LIMITS_MEMBER = { description: 'How much it may send.', optional: true };

/** Registers a personal agent. */
export class CreatePersonalAgentBody extends Reasoned {
  @Text(NAME)
  name: string;

  @Text({
    description: 'The `iss` of its tokens, compared byte for byte; unique, and never changed.',
    max: 1024,
    format: 'uri',
    example: 'https://pa.example.com',
  })
  issuer: string;

  @Text(JWKS_URI)
  jwksUri: string;

  @Flag({ description: 'Whether its tokens are accepted.', optional: true, default: true })
  enabled?: boolean;

  @Child(() => LimitsBody, LIMITS_MEMBER)
  limits?: LimitsBody;
}

/** Changes a personal agent; what is absent stays. */
export class ChangePersonalAgentBody extends Reasoned {
  @Text({ ...NAME, optional: true })
  name?: string;

  @Text({ ...JWKS_URI, optional: true })
  jwksUri?: string;

  @Child(() => LimitsBody, LIMITS_MEMBER)
  limits?: LimitsBody;

  @Unchangeable()
  issuer?: never;
}

/** Filters of the list of personal agents. */
export class ListPersonalAgentsQuery extends PageQuery {
  @QueryFlag({ description: 'Only enabled, or only disabled ones.' })
  enabled?: boolean;

  @Text({ description: 'Only the one with this issuer.', optional: true, max: 1024 })
  issuer?: string;

  @Text({
    description: 'Only those with this text in name or issuer, in any case.',
    optional: true,
    max: 100,
  })
  q?: string;
}
