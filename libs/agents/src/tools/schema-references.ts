import { type JsonObject, LIMITS, type Result, err, isJsonObject, ok } from '@surety/kernel';
import type { ConfigFaultCode } from '../config-faults';

/** Why a schema is refused. */
export type SchemaFault = { readonly code: ConfigFaultCode; readonly message: string };

/** Where a schema holds schemas (JSON Schema 2020-12, core 10 and 11): one, a list, or a map of them. */
const ONE = [
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'items', 'contains'],
  ...['unevaluatedItems', 'not', 'if', 'then', 'else'],
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas'];
/** They change what a reference means, or are resolved by what validates it at the moment. */
const REFUSED = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor'];
/** Every pair of items may have to be compared. */
const UNIQUE_ITEMS_COST = 500;

/**
 * Follows every reference of a schema (PACT wire 5.4): only into the schema itself, and never round in a circle. Refuses one
 * that could cost more than a bounded number of subschemas for each value. In: a schema of bounded nesting.
 */
export function checkReferences(root: JsonObject): Result<void, SchemaFault> {
  const walk = new ReferenceWalk(root);
  const cost = walk.cost(root);
  if (walk.fault !== undefined) return err(walk.fault);
  if (cost > LIMITS.toolSchemaCost) {
    return err({ code: 'schema_too_costly', message: 'combines too many schemas; use fewer references' });
  }
  return ok(undefined);
}

class ReferenceWalk {
  fault: SchemaFault | undefined;
  private readonly known = new Map<string, number>();
  private readonly open = new Set<string>();

  constructor(private readonly root: JsonObject) {}

  /** How many subschemas one value may meet here, references followed. */
  cost(schema: unknown): number {
    if (!isJsonObject(schema) || this.fault !== undefined) return 1;
    const refused = REFUSED.find(keyword => Object.hasOwn(schema, keyword));
    if (refused !== undefined) return this.refuse('schema_reference', `must not use ${refused}`);
    const own = schema.uniqueItems === true ? UNIQUE_ITEMS_COST : 1;
    const inner = [
      ...ONE.map(keyword => schema[keyword]),
      ...LISTS.flatMap(keyword => (Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : [])),
      ...MAPS.flatMap(keyword => (isJsonObject(schema[keyword]) ? Object.values(schema[keyword]) : [])),
    ].filter(found => found !== undefined);
    const reference = Object.hasOwn(schema, '$ref') ? this.follow(schema.$ref) : 0;
    return inner.reduce<number>((sum, found) => sum + this.cost(found), own + reference);
  }

  private follow(reference: unknown): number {
    if (typeof reference !== 'string' || !reference.startsWith('#')) {
      return this.refuse('schema_reference', 'must refer to nothing outside itself');
    }
    const known = this.known.get(reference);
    if (known !== undefined) return known;
    if (this.open.has(reference))
      return this.refuse('schema_reference', 'must not refer to itself in a circle');
    const target = this.resolve(reference);
    if (target === undefined) return this.refuse('schema_reference', 'has a reference that leads nowhere');
    this.open.add(reference);
    const cost = this.cost(target);
    this.open.delete(reference);
    this.known.set(reference, cost);
    return cost;
  }

  /** The schema at a JSON pointer (RFC 6901) in a fragment; undefined when there is none. */
  private resolve(reference: string): unknown {
    const pointer = decodedFragment(reference);
    if (pointer === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
    let target: unknown = this.root;
    for (const token of pointer.split('/').slice(1)) {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof target !== 'object' || target === null || !Object.hasOwn(target, name)) return undefined;
      target = (target as JsonObject)[name];
    }
    return isJsonObject(target) || typeof target === 'boolean' ? target : undefined;
  }

  private refuse(code: ConfigFaultCode, message: string): number {
    this.fault ??= { code, message };
    return 0;
  }
}

function decodedFragment(reference: string): string | undefined {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
