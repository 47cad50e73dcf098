import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Answer } from './admin-stack.test-kit';

type Json = Record<string, unknown>;

/** Holds answers against an OpenAPI document: status, media type and body must be described there (style 18). */
export class DocumentedAnswers {
  private readonly ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  private readonly validators = new Map<string, ValidateFunction>();

  private readonly document: object;

  constructor(document: object) {
    this.document = withNulls(document) as object;
    this.ajv.addSchema(this.document, 'document');
  }

  /** Throws when the answer is not described. A path or verb that no operation has may answer 404 or 405 only. */
  check(method: string, path: string, answer: Answer): void {
    const pattern = this.patternOf(path.split('?', 1)[0] ?? '');
    const operation = pattern === undefined ? undefined : this.paths[pattern]?.[method.toLowerCase()];
    if (pattern === undefined || operation === undefined) {
      if (answer.status === 404 || answer.status === 405) return;
      throw new Error(`${method} ${path} answered ${answer.status} and is in no document`);
    }
    const where = `/paths/${escape(pattern)}/${method.toLowerCase()}/responses/${answer.status}`;
    const described = (operation as { responses: Json }).responses[String(answer.status)] as
      { content?: Json } | undefined;
    const mediaType = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    if (described?.content?.[mediaType] === undefined) {
      throw new Error(`${method} ${pattern} answered ${answer.status} ${mediaType}, which is not described`);
    }
    const validate = this.validator(`document#${where}/content/${escape(mediaType)}/schema`);
    if (validate(answer.body)) return;
    throw new Error(`${method} ${pattern} ${answer.status}: ${this.ajv.errorsText(validate.errors)}`);
  }

  private get paths(): Record<string, Json> {
    return (this.document as { paths: Record<string, Json> }).paths;
  }

  private patternOf(path: string): string | undefined {
    const parts = path.split('/');
    return Object.keys(this.paths).find(pattern => {
      const wanted = pattern.split('/');
      return (
        wanted.length === parts.length &&
        wanted.every((part, index) => part === parts[index] || part.startsWith('{'))
      );
    });
  }

  private validator(ref: string): ValidateFunction {
    const known = this.validators.get(ref) ?? this.ajv.compile({ $ref: ref });
    this.validators.set(ref, known);
    return known;
  }
}

/** A member name inside a JSON pointer inside a URI. */
function escape(name: string): string {
  return encodeURIComponent(name.replace(/~/g, '~0').replace(/\//g, '~1'));
}

/** What OpenAPI 3.0 says by `nullable`, said as JSON Schema. */
function withNulls(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNulls);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withNulls(value)]));
  return members.nullable === true ? { anyOf: [{ type: 'null' }, { ...members, nullable: false }] } : members;
}
