import { Flag, RawObject, Text } from '../input/dto-rules';

const URL_CHARACTERS = 2_048;
const KEYS_SCHEMA = {
  type: 'object',
  description: 'Where the Brand publishes the keys of its login, or those keys themselves.',
  oneOf: [
    {
      type: 'object',
      required: ['jwksUri'],
      additionalProperties: false,
      properties: { jwksUri: { type: 'string', format: 'uri' } },
    },
    {
      type: 'object',
      required: ['jwks'],
      additionalProperties: false,
      properties: {
        jwks: {
          type: 'object',
          required: ['keys'],
          additionalProperties: false,
          properties: { keys: { type: 'array', minItems: 1, maxItems: 10, items: { type: 'object' } } },
        },
      },
    },
  ],
};

/** How a Brand delegates; in a change what is absent stays. */
export class DelegationBody {
  @Flag({ description: 'Whether the card may offer delegation.', default: false, optional: true })
  enabled?: boolean;

  @Text({
    description: "The Brand's own login, which sends the User back to `return_to`.",
    max: URL_CHARACTERS,
    format: 'uri',
    optional: true,
    nullable: true,
  })
  loginUrl?: string | null;

  @Text({
    description:
      'Where the User ends: `/connected` at the origin of the login by default, null for a page of ours.',
    max: URL_CHARACTERS,
    format: 'uri',
    optional: true,
    nullable: true,
  })
  completionUrl?: string | null;

  @Text({
    description: '`iss` of login assertions; the origin of the login by default.',
    max: 1_024,
    optional: true,
    nullable: true,
  })
  assertionIssuer?: string | null;

  @RawObject({
    description: 'What verifies login assertions.',
    schema: KEYS_SCHEMA,
    optional: true,
    nullable: true,
  })
  keys?: Record<string, unknown> | null;

  @Flag({ description: 'No consent page when a live grant covers it (P22).', default: false, optional: true })
  skipConsent?: boolean;

  @Flag({ description: 'The login holds for 15 minutes (P22).', default: false, optional: true })
  liveSession?: boolean;
}
