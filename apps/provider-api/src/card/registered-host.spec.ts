import { registeredHost } from './registered-host';

describe('registeredHost (P35)', () => {
  it.each([
    ['Brand.Example', 'brand.example'],
    ['brand.example:8443', 'brand.example'],
    ['brand.example.', 'brand.example'],
    ['brand.example.:443', 'brand.example'],
    ['brand.example:', 'brand.example'],
  ])('reads %s as %s', (header, host) => expect(registeredHost(header)).toBe(host));

  it.each([undefined, '', ':443', '.'])('selects nothing for %s', header =>
    expect(registeredHost(header)).toBeUndefined(),
  );

  it.each(['brand.example..', 'a@brand.example', 'brand.example/x', 'xbrand.example'])(
    'leaves %s unequal to brand.example',
    header => expect(registeredHost(header)).not.toBe('brand.example'),
  );
});
