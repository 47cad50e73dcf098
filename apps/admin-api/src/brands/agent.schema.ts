/** The `agent` of a Brand on the API page; `readAgentConfig` of @surety/agents is what judges it. */
const SCRIPT_SCHEMA = {
  type: 'object',
  required: ['kind', 'script'],
  additionalProperties: false,
  properties: {
    kind: { type: 'string', enum: ['script'] },
    script: {
      type: 'object',
      description: 'The first rule whose words are in the text answers, else the fallback.',
      required: ['rules', 'fallback'],
      properties: {
        rules: { type: 'array', items: { type: 'object' }, description: 'Rules; one may call tools.' },
        fallback: { type: 'string' },
      },
    },
  },
};

const webhookSchema = (headerValue: object) => ({
  type: 'object',
  required: ['kind', 'url'],
  additionalProperties: false,
  properties: {
    kind: { type: 'string', enum: ['webhook'] },
    url: { type: 'string', format: 'uri' },
    idempotent: { type: 'boolean', default: false },
    headers: { type: 'object', additionalProperties: headerValue },
  },
});

const llmSchema = (apiKey: object) => ({
  type: 'object',
  required: ['kind', 'baseUrl', 'model'],
  additionalProperties: false,
  properties: {
    kind: { type: 'string', enum: ['llm'] },
    baseUrl: { type: 'string', format: 'uri', description: 'Below it is `/chat/completions`.' },
    model: { type: 'string' },
    apiKey,
    instructions: { type: 'string', description: 'Added to the fixed instructions; replaces none of them.' },
  },
});

/** A secret as answers show it: never its value. */
const SECRET_SCHEMA = {
  type: 'object',
  required: ['set', 'updatedAt'],
  additionalProperties: false,
  properties: {
    set: { type: 'boolean', enum: [true] },
    updatedAt: { type: 'string', format: 'date-time' },
  },
};

const SECRET_BODY_SCHEMA = { type: 'string', description: 'Write-only.' };

/** What a request sends. */
export const AGENT_BODY_SCHEMA = {
  type: 'object',
  oneOf: [SCRIPT_SCHEMA, webhookSchema(SECRET_BODY_SCHEMA), llmSchema(SECRET_BODY_SCHEMA)],
};

/** What an answer shows. */
export const AGENT_VIEW_SCHEMA = {
  type: 'object',
  oneOf: [SCRIPT_SCHEMA, webhookSchema(SECRET_SCHEMA), llmSchema(SECRET_SCHEMA)],
};
