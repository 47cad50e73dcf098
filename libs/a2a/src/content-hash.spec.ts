import { createHash } from 'node:crypto';
import { contentHash } from './content-hash';

const hashOf = (canonical: string) => createHash('sha256').update(canonical).digest('base64url');

describe('contentHash', () => {
  it('RFC 8785 3.2.2 and 3.2.3: hashes the canonical form of its own example', () => {
    const example = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
      "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
    const canonical = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
    expect(contentHash(example)).toBe(hashOf(canonical));
  });

  it.each([
    ['{"a":1,"b":2}', '{ "b" : 2.0, "a" : 1 }'],
    ['{"text":"é"}', '{"text":"\\u00e9"}'],
    ['{"a":1}', '{"a":2,"a":1}'],
    ['1e999', '2e999'],
  ])('P11: %s and %s are the same content', (one, other) => {
    expect(contentHash(one)).toBe(contentHash(other));
  });

  it.each([
    ['{"a":"1"}', '{"a":1}'],
    ['[1,2]', '[2,1]'],
    ['{"__proto__":{"a":1}}', '{}'],
    ['1e999', '-1e999'],
    ['1e999', 'null'],
    ['"\\ud800"', '"\\ud801"'],
  ])('P11: %s and %s are other content', (one, other) => {
    expect(contentHash(one)).not.toBe(contentHash(other));
  });
});
