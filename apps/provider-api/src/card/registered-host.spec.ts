import { registeredHost } from './registered-host';

describe('registeredHost (P35)', () => {
  it.each([
    ['Brand.Example', 'brand.example'],
    ['brand.example:8443', 'brand.example'],
    ['brand.example.', 'brand.example'],
    ['brand.example.:443', 'brand.example'],
    ['brand.example:', 'brand.example'],
  ])('reads %s as %s', (header, host) =>
    expect(registeredHost('/.well-known/agent-card.json', header)).toBe(host),
  );

  it.each([undefined, '', ':443', '.'])('selects nothing for %s', header =>
    expect(registeredHost('/.well-known/agent-card.json', header)).toBeUndefined(),
  );

  it.each(['brand.example..', 'a@brand.example', 'brand.example/x', 'xbrand.example'])(
    'leaves %s unequal to brand.example',
    header => expect(registeredHost('/.well-known/agent-card.json', header)).not.toBe('brand.example'),
  );

  it.each([
    ['http://brand.example/x', 'brand.example'],
    ['HTTPS://Brand.Example.:443', 'brand.example'],
    ['http://?x', undefined],
  ])('RFC 9112 3.2.2: goes by the absolute target %s whatever Host says', (target, host) =>
    expect(registeredHost(target, 'other.example')).toBe(host),
  );
});
