import type { JsonObject } from '@surety/kernel';
import { compileParameters } from './parameters-schema';

const codeOf = (schema: unknown) => {
  const compiled = compileParameters(schema);
  return compiled.ok ? 'ok' : compiled.error.code;
};
const judge = (schema: JsonObject, args: JsonObject) => {
  const compiled = compileParameters(schema);
  if (!compiled.ok) throw new Error(compiled.error.message);
  const judged = compiled.value(args);
  return judged.ok ? 'fits' : judged.error;
};
const withProperties = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** `depth` schemas, each combining the next one twice. */
function doubling(depth: number): object {
  const names = Array.from({ length: depth }, (_, i) => `s${i}`);
  const $defs = Object.fromEntries(
    names.map((name, i) => [name, { allOf: Array(2).fill({ $ref: `#/$defs/s${i + 1}` }) }]),
  );
  return { $defs: { ...$defs, [`s${depth}`]: {} }, $ref: '#/$defs/s0' };
}

describe('parameters of a tool (PACT wire 5.4)', () => {
  it.each<[string, unknown]>([
    ['nothing asked', {}],
    ['its own dialect', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }],
    ['properties with names of keywords', withProperties({ $ref: { type: 'string' }, $id: {}, $anchor: {} })],
    ['names of keywords as data', withProperties({ a: { enum: ['$ref', { $ref: 'https://x.example' }] } })],
    [
      'references into itself',
      withProperties({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { type: 'string' } } }),
    ],
    ['escaped references', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': {} } }],
    [
      'a definition used often',
      withProperties(
        Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, { $ref: '#/$defs/a' }])),
        { $defs: { a: {} } },
      ),
    ],
    ['keywords and formats it does not know', withProperties({ a: { format: 'order-id', 'x-hint': 1 } })],
  ])('takes %s', (_case, schema) => {
    expect(codeOf(schema)).toBe('ok');
  });

  it.each<[string, unknown, string]>([
    ['a list', [], 'type'],
    ['true', true, 'type'],
    ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, 'schema'],
    ['the schema of a text', { type: 'string' }, 'schema'],
    ['an unknown type', withProperties({ a: { type: 'text' } }), 'schema'],
    ['required as a flag', withProperties({ a: { required: true } }), 'schema'],
    [
      'a remote reference',
      withProperties({ a: { $ref: 'https://x.example/schema.json' } }),
      'schema_reference',
    ],
    [
      'a remote reference deep inside',
      withProperties({ a: { items: { anyOf: [{ not: { $ref: 'http://127.0.0.1/' } }] } } }),
      'schema_reference',
    ],
    ['a reference to a file', { $ref: 'file:///etc/passwd' }, 'schema_reference'],
    ['a relative reference', { $ref: 'defs.json#/a' }, 'schema_reference'],
    [
      'the address of the dialect',
      { $ref: 'https://json-schema.org/draft/2020-12/schema' },
      'schema_reference',
    ],
    ['a base of its own', { $id: 'https://x.example/', properties: {} }, 'schema_reference'],
    ['a dynamic reference', withProperties({ a: { $dynamicRef: '#a' } }), 'schema_reference'],
    ['a reference to nowhere', withProperties({ a: { $ref: '#/$defs/b' } }), 'schema_reference'],
    ['a reference to an anchor', withProperties({ a: { $ref: '#b' } }), 'schema_reference'],
    ['a reference to the prototype', { $ref: '#/constructor' }, 'schema_reference'],
    ['itself', { $ref: '#' }, 'schema_reference'],
    ['a circle through properties', withProperties({ a: { $ref: '#' } }), 'schema_reference'],
    ['references that double', doubling(30), 'schema_too_costly'],
    ['pairs compared again and again', { allOf: Array(3).fill({ uniqueItems: true }) }, 'schema_too_costly'],
    ['lookahead', withProperties({ a: { pattern: '^(?=a)b' } }), 'schema'],
    ['a pattern that is none', withProperties({ a: { pattern: '(' } }), 'schema'],
    ['a pattern that repeats too much', withProperties({ a: { pattern: '(a{1,100}){1,100}' } }), 'schema'],
    ['over 16 KiB', { description: 'a'.repeat(16 * 1024) }, 'length'],
    ['a lone surrogate', { description: '\ud800' }, 'schema'],
    ['deep nesting', JSON.parse(`${'{"not":'.repeat(100)}{}${'}'.repeat(100)}`), 'schema'],
  ])('refuses %s', (_case, schema, code) => {
    expect(codeOf(schema)).toBe(code);
  });

  const order = withProperties(
    { order: { type: 'string', pattern: '^[A-Z]-[0-9]{5}$' }, day: { type: 'string', format: 'date' } },
    { required: ['order'], additionalProperties: false },
  );

  it.each<[JsonObject, RegExp]>([
    [{ order: 'A-12345' }, /^fits$/],
    [{ order: 'A-12345', day: '2026-02-28' }, /^fits$/],
    [{}, /required property 'order'/],
    [{ order: 'a-12345' }, /^\/order must match pattern/],
    [{ order: 12345 }, /^\/order must be string/],
    [{ order: 'A-12345', day: '2026-02-30' }, /^\/day must match format "date"/],
    [{ order: 'A-12345', more: 1 }, /additional properties/],
  ])('judges %j', (args, words) => {
    expect(judge(order, args)).toMatch(words);
  });

  it('looks only at members of the arguments themselves', () => {
    expect(judge({ required: ['constructor'] }, {})).toMatch(/required/);
    expect(judge({ required: ['constructor'] }, { constructor: 1 })).toBe('fits');
  });

  it('never converts: a number in a text is no number', () => {
    expect(judge(withProperties({ n: { type: 'integer' } }), { n: '5' })).toMatch(/must be integer/);
  });

  it('matches patterns in linear time', () => {
    const started = performance.now();
    expect(judge(withProperties({ a: { pattern: '^(a+)+$' } }), { a: `${'a'.repeat(30_000)}!` })).toMatch(
      /pattern/,
    );
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('never repeats a value in its words', () => {
    expect(judge(withProperties({ a: { enum: ['x'] } }), { a: 'canary' })).not.toContain('canary');
  });
});
