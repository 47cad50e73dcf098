import { type JsonObject, LIMITS, type Result, err, invariant, isJsonObject, ok } from '@surety/kernel';
import addFormats from 'ajv-formats';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { iJsonFault } from '../json-value';
import { PatternRefused, linearPatterns } from './linear-pattern';
import { type SchemaFault, checkReferences } from './schema-references';

/** Judges arguments; the error says in words what is wrong, without repeating a value. */
export type ArgumentsJudge = (value: JsonObject) => Result<void, string>;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const FORMATS = [
  ...(['date', 'time', 'date-time', 'duration', 'uri', 'email'] as const),
  ...(['hostname', 'ipv4', 'ipv6', 'uuid'] as const),
];
const MESSAGE_CHARACTERS = 300;
const judges = new WeakMap<JsonObject, ArgumentsJudge>();

/**
 * Compiles the `parameters` of a tool: a JSON Schema 2020-12 of an object, at most 16 KiB, without references to the outside
 * (PACT wire 5.4). Gives what judges arguments by it, or why the schema is refused.
 */
export function compileParameters(schema: unknown): Result<ArgumentsJudge, SchemaFault> {
  if (!isJsonObject(schema)) return err({ code: 'type', message: 'must be an object' });
  const fault = iJsonFault(schema);
  if (fault !== undefined) return err({ code: 'schema', message: fault });
  if (Buffer.byteLength(JSON.stringify(schema)) > LIMITS.toolSchemaBytes) {
    return err({ code: 'length', message: `must have at most ${LIMITS.toolSchemaBytes} bytes` });
  }
  if (schema.$schema !== undefined && schema.$schema !== DIALECT) {
    return err({ code: 'schema', message: `must be JSON Schema 2020-12, by $schema ${DIALECT}` });
  }
  if (schema.type !== undefined && schema.type !== 'object') {
    return err({ code: 'schema', message: 'must be the schema of an object' });
  }
  const references = checkReferences(schema);
  return references.ok ? compile(schema) : references;
}

/** The judge of a schema that `readTool` has passed; compiled once for each schema object. */
export function judgeOf(schema: JsonObject): ArgumentsJudge {
  const known = judges.get(schema);
  if (known !== undefined) return known;
  const compiled = compileParameters(schema);
  invariant(compiled.ok, 'a stored tool has a valid schema');
  judges.set(schema, compiled.value);
  return compiled.value;
}

/** Judges schemas by their dialect; shared, since the dialect takes longer to compile than any schema. */
const dialect = new Ajv2020({ strict: false, logger: false });

function compile(schema: JsonObject): Result<ArgumentsJudge, SchemaFault> {
  if (dialect.validateSchema(schema) !== true) {
    return err({ code: 'schema', message: `is no JSON Schema 2020-12: ${wordsOf(dialect.errors)}` });
  }
  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    strict: false,
    logger: false,
    ownProperties: true,
    code: { regExp: linearPatterns() },
  });
  addFormats(ajv, [...FORMATS]);
  try {
    return ok(judgeBy(ajv.compile(schema)));
  } catch (error) {
    if (error instanceof PatternRefused) return err({ code: 'schema', message: error.message });
    throw error;
  }
}

function judgeBy(validate: ValidateFunction): ArgumentsJudge {
  return value => (validate(value) ? ok(undefined) : err(wordsOf(validate.errors)));
}

function wordsOf(errors: ValidateFunction['errors']): string {
  const [first] = errors ?? [];
  const words = first === undefined ? 'is refused' : `${first.instancePath} ${first.message ?? 'is refused'}`;
  return words.trim().slice(0, MESSAGE_CHARACTERS);
}
