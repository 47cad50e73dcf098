import { domainName } from './domain-name';

describe('the domain of a Brand', () => {
  it.each([
    ['brand.example', 'brand.example'],
    ['Shop.BRAND.Example', 'shop.brand.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a-b.c1', 'a-b.c1'],
    ['localhost', 'localhost'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])('%s is stored as %s', (text, name) => {
    expect(domainName(text)).toBe(name);
  });

  it.each([
    '',
    ' ',
    '.',
    'brand.example.',
    '.brand.example',
    'brand..example',
    '-brand.example',
    'brand-.example',
    'brand_x.example',
    'brand.example:443',
    'https://brand.example',
    'brand.example/',
    'a@brand.example',
    'bücher.example',
    '\u212Aelvin.example',
    'brand.example\n',
    ' brand.example',
    '*.brand.example',
    '127.0.0.1',
    '10.1',
    '0x7f',
    '[::1]',
    '::1',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
  ])('%j is no host name', text => {
    expect(domainName(text)).toBeUndefined();
  });
});
