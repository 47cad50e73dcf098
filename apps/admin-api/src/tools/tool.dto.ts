import { Flag, OneOf, RawObject, Text, TextList, Unchangeable } from '../input/dto-rules';
import { PageQuery } from '../input/query-rules';
import { Reasoned } from '../input/reason.dto';

const PARAMETERS = {
  description: 'JSON Schema of the arguments, an object of at most 16 KiB.',
  schema: { type: 'object' },
};
const SCOPES = { description: 'Ids of the Brand that a call needs.', maxItems: 50, max: 128 };
const DESCRIPTION = { description: 'What agents and models read.', max: 500 };
const EFFECT = { description: 'A write is never repeated.', values: ['read', 'write'], default: 'write' };
const ENABLED = { description: 'Whether agents may call it.', default: true, optional: true };
const HTTP = {
  description: 'Where and how it is called; header values are write-only.',
  schema: {
    type: 'object',
    required: ['method', 'url'],
    additionalProperties: false,
    properties: {
      method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
      url: { type: 'string', description: '`{name}` in its path is filled with an argument.' },
      headers: { type: 'object', additionalProperties: { type: 'string', description: 'Write-only.' } },
      tokenHeader: { type: 'string', default: 'Authorization' },
      timeoutSeconds: { type: 'integer', minimum: 1, maximum: 30, default: 10 },
    },
  },
};

/** Registers a tool. */
export class CreateToolBody extends Reasoned {
  @Text({
    description: 'Unique in the Brand.',
    max: 64,
    pattern: /^[a-z][a-z0-9_]*$/,
    example: 'lookup_orders',
  })
  name: string;

  @Text(DESCRIPTION)
  description: string;

  @RawObject(PARAMETERS)
  parameters: Record<string, unknown>;

  @TextList(SCOPES)
  scopes: string[];

  @OneOf({ ...EFFECT, optional: true })
  effect?: 'read' | 'write';

  @Flag(ENABLED)
  enabled?: boolean;

  @RawObject(HTTP)
  http: Record<string, unknown>;
}

/** Changes a tool: what is absent stays, `http` merges (RFC 7396). */
export class ChangeToolBody extends Reasoned {
  @Unchangeable()
  name?: unknown;

  @Text({ ...DESCRIPTION, optional: true })
  description?: string;

  @RawObject({ ...PARAMETERS, optional: true })
  parameters?: Record<string, unknown>;

  @TextList({ ...SCOPES, optional: true })
  scopes?: string[];

  @OneOf({ ...EFFECT, optional: true })
  effect?: 'read' | 'write';

  @Flag(ENABLED)
  enabled?: boolean;

  @RawObject({ ...HTTP, optional: true })
  http?: Record<string, unknown>;
}

/** The list of tools has no filters. */
export class ListToolsQuery extends PageQuery {}
