import { parseJsonBody } from './json-body';

const read = (text: string) => parseJsonBody(Buffer.from(text, 'utf8'));
const codeOf = (bytes: Uint8Array) => {
  const result = parseJsonBody(bytes);
  return result.ok ? 'ok' : `${result.error.path}:${result.error.code}`;
};

describe('the body of an admin request', () => {
  it('is an object; an empty body is the empty object', () => {
    expect(read('')).toEqual({ ok: true, value: {} });
    expect(read('{"a":[{"b":null}]}')).toEqual({ ok: true, value: { a: [{ b: null }] } });
  });

  it.each(['[]', 'null', '"x"', '1', 'true'])('refuses %s: a JSON value but no object', text => {
    expect(codeOf(Buffer.from(text))).toBe(':wrong_type');
  });

  it.each(['{', '{"a":1,}', "{'a':1}", '{"a":NaN}', 'a=1', ' ', '\uFEFF{}', '{"a":1}{}', '{"a":01}'])(
    'refuses %j: not JSON',
    text => {
      expect(codeOf(Buffer.from(text))).toBe(':not_json');
    },
  );

  it('refuses bytes that are not UTF-8', () => {
    expect(codeOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe(':not_json');
  });

  it.each([
    ['{"name":"a\\u0000b"}', 'name:forbidden_character'],
    ['{"name":"\\ud800"}', 'name:forbidden_character'],
    ['{"a":{"b":["x","\\udc00y"]}}', 'a.b.1:forbidden_character'],
    ['{"a\\u0000":1}', ':forbidden_character'],
    ['{"a":{"\\ud83d":1}}', 'a:forbidden_character'],
  ])('P27: refuses %s', (text, code) => {
    expect(codeOf(Buffer.from(text))).toBe(code);
  });

  it('P27: keeps whole surrogate pairs', () => {
    expect(read('{"name":"\\ud83d\\ude00"}')).toEqual({ ok: true, value: { name: '😀' } });
  });

  it.each([
    ['{"__proto__":{"role":"owner"}}', '__proto__:unknown_member'],
    ['{"limits":{"__proto__":1}}', 'limits.__proto__:unknown_member'],
    ['{"list":[{"\\u005f_proto__":1}]}', 'list.0.__proto__:unknown_member'],
    ['{"constructor":{"prototype":{}}}', 'constructor:unknown_member'],
    ['{"agent":{"headers":{"constructor":"x"}}}', 'agent.headers.constructor:unknown_member'],
  ])('field 56: refuses the member that no object of ours has in %s', (text, code) => {
    expect(codeOf(Buffer.from(text))).toBe(code);
  });

  it('refuses a number that is not finite', () => {
    expect(codeOf(Buffer.from('{"n":1e999}'))).toBe('n:wrong_type');
  });

  it('P27: takes 64 levels and refuses 65', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    expect(codeOf(Buffer.from(nested(64)))).toBe('ok');
    expect(codeOf(Buffer.from(nested(65)))).toBe(':too_deep');
    expect(codeOf(Buffer.from(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))).toBe(':too_deep');
  });
});
