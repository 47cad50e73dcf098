import type { JsonObject } from '@surety/kernel';
import fc from 'fast-check';
import { toolRequest } from './tool-request';
import { someTool } from './tool.test-kit';
import type { ToolMethod } from './tool-config';

const request = (url: string, args: JsonObject, method: ToolMethod = 'GET') => {
  const placed = toolRequest(someTool({ http: { url, method } }), args);
  return placed.ok ? placed.value : placed.error;
};
const urlOf = (url: string, args: JsonObject, method?: ToolMethod) => {
  const placed = request(url, args, method);
  return typeof placed === 'string' ? `refused: ${placed}` : placed.url;
};
const ITEM = 'https://brand.example/orders/{id}';

describe('placing arguments (PACT wire 5.4)', () => {
  it.each<[unknown, string]>([
    ['A-1', 'A-1'],
    ['a/b', 'a%2Fb'],
    ['a\\b', 'a%5Cb'],
    ['../x', '..%2Fx'],
    ['..%2fx', '..%252fx'],
    ['%2e%2e', '%252e%252e'],
    ['?a=b#c', '%3Fa%3Db%23c'],
    [' é😀', '%20%C3%A9%F0%9F%98%80'],
    ['a\r\nb', 'a%0D%0Ab'],
    ['...', '...'],
    [17, '17'],
    [1.5e300, '1.5e%2B300'],
    [false, 'false'],
  ])('puts %j into the path as one segment', (id, segment) => {
    expect(urlOf(ITEM, { id })).toBe(`https://brand.example/orders/${segment}`);
  });

  it.each([[''], ['.'], ['..'], [null], [undefined], [['a']], [{ a: 1 }]])('refuses %j in the path', id => {
    expect(urlOf(ITEM, { id })).toMatch(/^refused: \/id must/);
  });

  it('refuses an argument of the prototype and one that is absent', () => {
    expect(urlOf('https://brand.example/{constructor}', {})).toMatch(/^refused/);
    expect(urlOf(ITEM, { other: 1 })).toMatch(/^refused/);
  });

  it.each([
    ['https://brand.example/.{a}/x', { a: '.' }],
    ['https://brand.example/{a}{b}', { a: '.', b: '.' }],
    ['https://brand.example/%2e{a}', { a: '.' }],
  ])('refuses dots that make a step up together with the text beside them: %s', (url, args) => {
    expect(urlOf(url, args)).toMatch(/^refused/);
  });

  it('fills a part of a segment, and one argument as often as it is named', () => {
    expect(urlOf('https://brand.example/{a}/v-{a}.json?k=1', { a: 'x y' })).toBe(
      'https://brand.example/x%20y/v-x%20y.json?k=1',
    );
  });

  it.each<[string, JsonObject, string]>([
    ['https://b.example/o', {}, ''],
    ['https://b.example/o', { a: 'x&y=z', b: 2, c: true }, '?a=x%26y%3Dz&b=2&c=true'],
    ['https://b.example/o?k=%20', { a: '' }, '?k=%20&a='],
    ['https://b.example/o?', { a: 1 }, '?a=1'],
    ['https://b.example/o', { a: ['x', 1, false], b: [] }, '?a=x&a=1&a=false'],
    ['https://b.example/o', { 'a b': '+' }, '?a%20b=%2B'],
    ['https://b.example/o', JSON.parse('{"__proto__":"x"}') as JsonObject, '?__proto__=x'],
  ])('puts the others into the query of %s: %j', (url, args, query) => {
    for (const method of ['GET', 'DELETE'] as const) {
      expect(new URL(urlOf(url, args, method)).search).toBe(query);
      expect(request(url, args, method)).toMatchObject({ body: Buffer.alloc(0) });
    }
  });

  it.each([[{ a: {} }], [{ a: null }], [{ a: [{}] }], [{ a: [['x']] }], [{ a: [null] }]])(
    'refuses %j in a query',
    args => expect(urlOf('https://b.example/o', args)).toMatch(/^refused: \/a must be plain/),
  );

  it.each(['POST', 'PUT', 'PATCH'] as const)('sends the others as JSON with %s', method => {
    const args = { id: 'A-1', lines: [{ n: null }], note: 'é' };
    const placed = request(`${ITEM}?x=1`, args, method);
    expect(placed).toEqual({
      url: 'https://brand.example/orders/A-1?x=1',
      body: Buffer.from('{"lines":[{"n":null}],"note":"é"}'),
    });
    expect(request(ITEM, { id: 1 }, method)).toMatchObject({ body: Buffer.from('{}') });
  });

  it('never leaves the template, whatever text fills it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
        const url = urlOf('https://brand.example/a/{id}/b', { id: text });
        if (url.startsWith('refused')) return expect(['', '.', '..']).toContain(text);
        const { origin, pathname, search, hash } = new URL(url);
        const segments = pathname.split('/');
        expect([origin, segments.length, segments[1], segments[3], search, hash]).toEqual([
          'https://brand.example',
          4,
          'a',
          'b',
          '',
          '',
        ]);
        expect(decodeURIComponent(segments[2] ?? '')).toBe(text);
      }),
    );
  });
});
