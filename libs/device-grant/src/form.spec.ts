import fc from 'fast-check';
import { readForm } from './form';

const TYPE = 'application/x-www-form-urlencoded';
const read = (body: string | Buffer, contentType: string | undefined = TYPE, mayRepeat: string[] = []) =>
  readForm({ contentType, body: Buffer.from(body as string) }, mayRepeat);
const get = (body: string, name: string) => {
  const form = read(body);
  return form.ok ? form.value.get(name) : form;
};

describe('RFC 6749 3.2, P27, P30: reading a form', () => {
  it.each([
    ['plus is a blank', 'scope=a+b', 'a b'],
    ['%20 is a blank', 'scope=a%20b', 'a b'],
    ['%2B is a plus', 'scope=a%2Bb', 'a+b'],
    ['an equals sign in the value', 'scope=a=b', 'a=b'],
    ['an escaped name', 'sc%6Fpe=a', 'a'],
    ['unescaped UTF-8', 'scope=é', 'é'],
    ['empty parts', '&&scope=a&', 'a'],
    ['a value left empty counts as left out', 'scope=', undefined],
    ['a name alone counts as left out', 'scope', undefined],
    ['no such parameter', 'other=a', undefined],
    ['an empty body', '', undefined],
    ['NUL is not judged here', 'scope=a%00', 'a\0'],
    ['unknown parameters beside it', 'x=1&__proto__=2&scope=a', 'a'],
  ])('%s', (_, body, value) => expect(get(body, 'scope')).toBe(value));

  it('names that every object has are parameters like others', () => {
    expect(get('a=1', 'constructor')).toBeUndefined();
    expect(get('__proto__=x', '__proto__')).toBe('x');
  });

  it.each([TYPE, 'Application/X-WWW-Form-Urlencoded', `${TYPE}; charset=utf-8`, ` ${TYPE} ;a=b`])(
    'takes the Content-Type %j',
    contentType => expect(read('a=1', contentType).ok).toBe(true),
  );

  it.each<[string, Parameters<typeof readForm>[0]]>([
    ['no Content-Type', { contentType: undefined, body: Buffer.from('a=1') }],
    ['an empty Content-Type', { contentType: '', body: Buffer.from('a=1') }],
    ['JSON', { contentType: 'application/json', body: Buffer.from('{}') }],
    ['a multipart form', { contentType: 'multipart/form-data; boundary=x', body: Buffer.from('a=1') }],
    ['a longer type', { contentType: `${TYPE}2`, body: Buffer.from('a=1') }],
    ['two types', { contentType: `${TYPE}, ${TYPE}`, body: Buffer.from('a=1') }],
    ['8 KiB and a byte', { contentType: TYPE, body: Buffer.from(`a=${'x'.repeat(8191)}`) }],
    ['bytes that are no UTF-8', { contentType: TYPE, body: Buffer.from([0x61, 0x3d, 0xff]) }],
    ['an escape that is no UTF-8', { contentType: TYPE, body: Buffer.from('a=%FF') }],
    ['a lone surrogate', { contentType: TYPE, body: Buffer.from('a=%ED%A0%80') }],
    ['half an escape', { contentType: TYPE, body: Buffer.from('a=%4') }],
    ['a broken escape in a name', { contentType: TYPE, body: Buffer.from('%zz=1') }],
    ['a repeated parameter', { contentType: TYPE, body: Buffer.from('a=1&b=2&a=1') }],
    ['one repeated in another spelling', { contentType: TYPE, body: Buffer.from('scope=1&sc%6fpe=2') }],
    ['one repeated without a value', { contentType: TYPE, body: Buffer.from('a=1&a') }],
  ])('refuses %s', (_, request) =>
    expect(readForm(request)).toEqual({ ok: false, error: expect.any(String) as string }),
  );

  it('8 KiB fit', () => expect(read(`a=${'x'.repeat(8190)}`).ok).toBe(true));

  it('P21: lets the boxes of a page repeat, and nothing else', () => {
    const form = read('session=s&scope=a&scope=&scope=b', TYPE, ['scope']);
    expect(form.ok && form.value.all('scope')).toEqual(['a', 'b']);
    expect(read('session=s&session=s', TYPE, ['scope']).ok).toBe(false);
  });

  it('reads whatever URLSearchParams writes', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })),
        fields => {
          const body = new URLSearchParams(fields).toString();
          fc.pre(Buffer.byteLength(body) <= 8192);
          const form = read(body);
          for (const [key, value] of Object.entries(fields))
            expect(form.ok && form.value.get(key)).toBe(value);
        },
      ),
    );
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        body => typeof readForm({ contentType: TYPE, body }).ok === 'boolean',
      ),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), body => typeof read(body).ok === 'boolean'));
  });
});
