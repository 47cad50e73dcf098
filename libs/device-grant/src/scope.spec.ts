import fc from 'fast-check';
import { readScope, writeScope } from './scope-parameter';
import { effectiveScope, inCardOrder, isScopeId, isSubset, missingScopes } from './scope-set';

const CARD = ['orders:read', 'orders:cancel', 'refunds:issue'];
const ids = fc.subarray(CARD, { minLength: 0 });
const shuffled = (set: readonly string[]) => fc.shuffledSubarray([...set], { minLength: set.length });

describe('P31: the id of a scope', () => {
  it.each([
    'orders:read',
    'a',
    '!',
    '~',
    '#',
    '[',
    ']',
    '1a',
    '01',
    '-1',
    '1.5',
    'constructor',
    'a'.repeat(128),
  ])('may be %s', id => expect(isScopeId(id)).toBe(true));
  it.each([
    '',
    ' ',
    'a b',
    'a"b',
    'a\\b',
    'a\x7f',
    'a\0',
    'a\n',
    'é',
    '0',
    '7',
    '4294967294',
    '90071992547409930',
    '__proto__',
    'a'.repeat(129),
  ])('may not be %j', id => expect(isScopeId(id)).toBe(false));

  it('keeps card order as the name of a JSON member', () => {
    const id = fc.string({ unit: 'grapheme-ascii', maxLength: 6 }).filter(isScopeId);
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 8 }), card => {
        const scopes = Object.fromEntries(card.map(name => [name, 'words']));
        expect(Object.keys(JSON.parse(JSON.stringify(scopes)) as object)).toEqual(card);
      }),
    );
  });
});

describe('RFC 6749 3.3: the parameter scope', () => {
  const reads = (parameter: string | undefined) => {
    const read = readScope(parameter, CARD);
    return read.ok ? read.value : read.error;
  };

  it('is put in card order, duplicates collapse (P29)', () => {
    expect(reads('refunds:issue orders:read orders:read')).toEqual(['orders:read', 'refunds:issue']);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['one blank', ' '],
    ['an unknown id among known ones', 'orders:read orders:write'],
    ['another case', 'Orders:read'],
    ['a leading blank', ' orders:read'],
    ['a trailing blank', 'orders:read '],
    ['two blanks', 'orders:read  orders:cancel'],
    ['a tab', 'orders:read\torders:cancel'],
    ['a comma', 'orders:read,orders:cancel'],
    ['NUL behind an id (P30)', 'orders:read\0'],
    ['a quote', '"orders:read"'],
    ['a name that every object has', 'constructor'],
  ])('is refused when %s', (_, parameter) => {
    expect(reads(parameter)).toEqual(expect.any(String));
  });

  it('reads back any set in any order as the card lists it', () => {
    const orders = fc
      .subarray(CARD, { minLength: 1 })
      .chain(set => shuffled(set).map(order => ({ set, order })));
    fc.assert(
      fc.property(orders, ({ set, order }) => {
        expect(readScope(writeScope(order), CARD)).toEqual({ ok: true, value: set });
      }),
    );
  });

  it('P29: at refresh names a subset of what is granted', () => {
    const granted = ['orders:read', 'orders:cancel'];
    expect(readScope('orders:cancel', CARD, granted)).toEqual({ ok: true, value: ['orders:cancel'] });
    expect(readScope('orders:cancel refunds:issue', CARD, granted)).toEqual({
      ok: false,
      error: 'a scope is not granted',
    });
  });
});

describe('P29: sets of scopes', () => {
  it('effective scope = token ∩ grant ∩ card, in card order', () => {
    fc.assert(
      fc.property(ids.chain(shuffled), ids.chain(shuffled), ids, (token, grant, card) => {
        const expected = card.filter(id => token.includes(id) && grant.includes(id));
        expect(effectiveScope(card, token, grant)).toEqual(expected);
      }),
    );
  });

  it('P28: missing scopes are those needed and not held, in card order', () => {
    fc.assert(
      fc.property(ids.chain(shuffled), ids, (needed, held) => {
        const expected = CARD.filter(id => needed.includes(id) && !held.includes(id));
        expect(missingScopes(CARD, needed, held)).toEqual(expected);
        expect(isSubset(needed, held)).toBe(expected.length === 0);
      }),
    );
  });

  it('an id that the card does not have is nothing', () => {
    expect(inCardOrder(CARD, ['gone', '__proto__', 'orders:read'])).toEqual(['orders:read']);
    expect(effectiveScope(CARD, ['gone'], ['gone'])).toEqual([]);
    expect(missingScopes(CARD, ['gone'], [])).toEqual([]);
  });
});
