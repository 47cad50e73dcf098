import 'reflect-metadata';
import { Child, Children, Flag, OneOf, RawObject, Text, TextList, Unchangeable, Whole } from './dto-rules';
import { PageQuery, QueryFlag, QueryTime } from './query-rules';
import { validateStrictly } from './strict-validation';

class Inner {
  @Whole({ description: 'a number', min: 1, max: 10 })
  n: number;
}

class Sample {
  @Text({ description: 'a name', max: 5 })
  name: string;

  @Flag({ description: 'a switch', optional: true })
  on?: boolean;

  @OneOf({ description: 'a word', values: ['a', 'b'], optional: true })
  word?: string;

  @Text({ description: 'may be cleared', max: 5, optional: true, nullable: true })
  cleared?: string | null;

  @TextList({ description: 'texts', maxItems: 2, max: 3, optional: true })
  texts?: string[];

  @Child(() => Inner, { description: 'an object', optional: true })
  child?: Inner;

  @Children(() => Inner, { description: 'objects', minItems: 1, maxItems: 2, optional: true })
  children?: Inner[];

  @RawObject({ description: 'judged elsewhere', schema: { type: 'object' }, optional: true })
  raw?: Record<string, unknown>;

  @Unchangeable()
  fixed?: unknown;
}

class Query extends PageQuery {
  @QueryFlag({ description: 'a switch' })
  enabled?: boolean;

  @QueryTime('a moment')
  from?: string;
}

const codes = (plain: Record<string, unknown>) => {
  const result = validateStrictly(Sample, plain);
  return result.ok ? [] : result.error.map(fault => `${fault.path}:${fault.code}`);
};
const queryCodes = (plain: Record<string, unknown>) => {
  const result = validateStrictly(Query, plain);
  return result.ok ? [] : result.error.map(fault => `${fault.path}:${fault.code}`);
};

describe('strict bodies (PACT wire §6, field 56)', () => {
  it('takes what fits and keeps it as it was', () => {
    const plain = { name: 'x', on: false, cleared: null, texts: [], child: { n: 1 }, children: [{ n: 2 }] };
    const result = validateStrictly(Sample, plain);
    expect(result).toEqual({ ok: true, value: plain });
    expect(result.ok && result.value.child).toBeInstanceOf(Inner);
  });

  it('does not invent members that are absent', () => {
    const result = validateStrictly(Sample, { name: 'x' });
    expect(result.ok && Object.keys(result.value)).toEqual(['name']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown member', { name: 'x', nmae: 1 }, 'nmae:unknown_member'],
    ['an unknown nested member', { name: 'x', child: { n: 1, m: 1 } }, 'child.m:unknown_member'],
    ['an unknown member in a list', { name: 'x', children: [{ n: 1, m: 1 }] }, 'children.0.m:unknown_member'],
    ['constructor', { name: 'x', constructor: 1 }, 'constructor:unknown_member'],
    ['toString', { name: 'x', toString: 'y' }, 'toString:unknown_member'],
    [
      'hasOwnProperty',
      { name: 'x', child: { n: 1, hasOwnProperty: 1 } },
      'child.hasOwnProperty:unknown_member',
    ],
    ['the word false', { name: 'x', on: 'false' }, 'on:wrong_type'],
    ['the number 0 for false', { name: 'x', on: 0 }, 'on:wrong_type'],
    ['a number in quotes', { name: 'x', child: { n: '5' } }, 'child.n:wrong_type'],
    ['a fraction', { name: 'x', child: { n: 1.5 } }, 'child.n:wrong_type'],
    ['true for a number', { name: 'x', child: { n: true } }, 'child.n:wrong_type'],
    ['a number below', { name: 'x', child: { n: 0 } }, 'child.n:out_of_range'],
    ['a number above', { name: 'x', child: { n: 11 } }, 'child.n:out_of_range'],
    ['a number for a text', { name: 5 }, 'name:wrong_type'],
    ['a list for a text', { name: ['x'] }, 'name:wrong_type'],
    ['a text for a list', { name: 'x', texts: 'a' }, 'texts:wrong_type'],
    ['a list in a list of texts', { name: 'x', texts: [['a']] }, 'texts:wrong_type'],
    ['a list for an object', { name: 'x', child: [{ n: 1 }] }, 'child:wrong_type'],
    ['a text for an object', { name: 'x', child: 'n' }, 'child:wrong_type'],
    ['an object for a list', { name: 'x', children: { 0: { n: 1 } } }, 'children:wrong_type'],
    ['a list in a list of objects', { name: 'x', children: [[{ n: 1 }]] }, 'children:wrong_type'],
    ['null in a list', { name: 'x', children: [null] }, 'children:wrong_type'],
    ['an empty list', { name: 'x', children: [] }, 'children:wrong_length'],
    ['a list that is too long', { name: 'x', texts: ['a', 'b', 'c'] }, 'texts:wrong_length'],
    ['null for what must be there', { name: null }, 'name:null_not_allowed'],
    ['null for what may be absent', { name: 'x', on: null }, 'on:null_not_allowed'],
    ['a missing member', {}, 'name:required'],
    ['a blank text', { name: ' \t' }, 'name:wrong_format'],
    ['an empty text', { name: '' }, 'name:wrong_length'],
    ['a long text', { name: 'abcdef' }, 'name:wrong_length'],
    ['a word outside the list', { name: 'x', word: 'A' }, 'word:not_allowed'],
    ['a list for a raw object', { name: 'x', raw: [] }, 'raw:wrong_type'],
    ['an unchangeable member', { name: 'x', fixed: 'y' }, 'fixed:unchangeable'],
  ])('refuses %s', (_, plain, code) => {
    expect(codes(plain)).toContain(code);
  });

  it('tells every fault at once', () => {
    expect(codes({ name: 5, on: 'x', more: 1 }).sort()).toEqual([
      'more:unknown_member',
      'name:wrong_type',
      'on:wrong_type',
    ]);
  });

  it('hands a raw object over untouched', () => {
    const raw = { a: { toString: 1 }, b: [1] };
    const result = validateStrictly(Sample, { name: 'x', raw });
    expect(result.ok && result.value.raw).toBe(raw);
  });
});

describe('strict query parameters (field 56)', () => {
  it('reads digits, the two booleans and moments', () => {
    expect(validateStrictly(Query, { limit: '200', enabled: 'false', from: '2026-01-01T00:00:00Z' })).toEqual(
      {
        ok: true,
        value: { limit: 200, enabled: false, from: '2026-01-01T00:00:00Z' },
      },
    );
  });

  it.each(['0', '201', '-1', '+5', '1.5', '1e2', ' 5', '5 ', '05', '', 'abc', '0x10', '٣'])(
    'refuses limit=%j',
    limit => {
      expect(queryCodes({ limit })).toHaveLength(1);
    },
  );

  it.each(['', '1', '0', 'True', 'FALSE', 'yes', ' true'])('refuses enabled=%j', enabled => {
    expect(queryCodes({ enabled })).toEqual(['enabled:wrong_type']);
  });

  it.each(['', 'yesterday', '2026-01-01', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z', '1767225600000'])(
    'refuses from=%j',
    from => {
      expect(queryCodes({ from })).toHaveLength(1);
    },
  );

  it('refuses a parameter that is not named', () => {
    expect(queryCodes({ offset: '1' })).toEqual(['offset:unknown_member']);
  });
});
