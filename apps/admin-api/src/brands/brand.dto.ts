import { Child, Children, OneOf, RawObject, Text, TextList, Whole } from '../input/dto-rules';
import { PageQuery } from '../input/query-rules';
import { Reasoned } from '../input/reason.dto';
import { DelegationBody } from '../delegation/delegation.dto';
import { AGENT_BODY_SCHEMA } from './agent.schema';

/** One skill on the card. */
export class SkillBody {
  @Text({ description: 'Unique on this card.', max: 64, pattern: /^[A-Za-z0-9._:-]+$/, example: 'support' })
  id: string;

  @Text({ description: 'Shown to people.', max: 100, example: 'Support' })
  name: string;

  @Text({ description: 'What it does.', max: 500, example: 'Answers questions.' })
  description: string;

  @TextList({ description: 'Words to find it by.', maxItems: 20, max: 64, example: ['support'] })
  tags: string[];

  @TextList({ description: 'What a User may ask.', maxItems: 20, max: 500, optional: true })
  examples?: string[];
}

/** Bounds of a Brand's turns. */
export class BrandLimitsBody {
  @Whole({ description: 'How long the agent may take.', min: 1, max: 120, default: 30, optional: true })
  agentDeadlineSeconds?: number;

  @Whole({ description: 'When a silent conversation ends.', min: 1, max: 365, default: 30, optional: true })
  contextIdleDays?: number;
}

const NAME = { description: 'The name on the card.', max: 100, example: 'Acme Air' };
const DESCRIPTION = {
  description: 'The description on the card; the name and “support” by default.',
  max: 500,
};
const VERSION = { description: 'The version on the card.', max: 64, default: '1.0.0', optional: true };
const DOMAIN = {
  description: 'The host name at which the card is served too; unique among open Brands.',
  max: 253,
  optional: true,
  nullable: true,
  example: 'acme.example',
};
const SKILLS = { description: 'The skills on the card.', minItems: 1, maxItems: 20, optional: true };
const AGENT = { description: 'Who answers.', schema: AGENT_BODY_SCHEMA };
const DELEGATION = { description: 'How Users let personal agents act.', optional: true, nullable: true };
const LIMITS = { description: 'Bounds of its turns.', optional: true };

/** Opens a Brand. */
export class CreateBrandBody extends Reasoned {
  @Text(NAME)
  name: string;

  @Text({ ...DESCRIPTION, optional: true })
  description?: string;

  @Text(VERSION)
  version?: string;

  @Text(DOMAIN)
  domain?: string | null;

  @Children(() => SkillBody, SKILLS)
  skills?: SkillBody[];

  @RawObject(AGENT)
  agent: Record<string, unknown>;

  @Child(() => BrandLimitsBody, LIMITS)
  limits?: BrandLimitsBody;

  @Child(() => DelegationBody, DELEGATION)
  delegation?: DelegationBody | null;
}

/** Changes a Brand: what is absent stays, objects merge, lists are replaced (RFC 7396). */
export class ChangeBrandBody extends Reasoned {
  @Text({ ...NAME, optional: true })
  name?: string;

  @Text({ ...DESCRIPTION, optional: true })
  description?: string;

  @Text(VERSION)
  version?: string;

  @Text(DOMAIN)
  domain?: string | null;

  @Children(() => SkillBody, SKILLS)
  skills?: SkillBody[];

  @RawObject({ ...AGENT, optional: true })
  agent?: Record<string, unknown>;

  @Child(() => BrandLimitsBody, LIMITS)
  limits?: BrandLimitsBody;

  @Child(() => DelegationBody, DELEGATION)
  delegation?: DelegationBody | null;
}

/** A trial of the agent. */
export class TestAgentBody extends Reasoned {
  @Text({ description: 'What a User would say.', max: 65_536, example: 'Where is my order?' })
  text: string;
}

/** Filters of the list of Brands. */
export class ListBrandsQuery extends PageQuery {
  @OneOf({ description: 'Only open, or only closed ones.', values: ['open', 'closed'], optional: true })
  state?: 'open' | 'closed';

  @Text({
    description: 'Only those with this text in name or domain, in any case.',
    optional: true,
    max: 100,
  })
  q?: string;
}
