import fc from 'fast-check';
import { isLoopback, nonPublicClass } from './address-class';

describe('nonPublicClass', () => {
  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.255.255.255', 'unspecified'],
    ['10.0.0.0', 'private'],
    ['10.255.255.255', 'private'],
    ['100.64.0.0', 'carrier-grade NAT'],
    ['100.127.255.255', 'carrier-grade NAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.255', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['172.16.0.0', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['192.168.255.255', 'private'],
    ['198.18.0.1', 'benchmarking'],
    ['198.19.255.255', 'benchmarking'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:a9fe:a9fe', 'IPv4-mapped'],
    ['::ffff:0:10.0.0.1', 'IPv4-translated'],
    ['64:ff9b::a9fe:a9fe', 'NAT64'],
    ['64:ff9b:1::1', 'NAT64'],
    ['100::1', 'discard'],
    ['2001::1', 'Teredo'],
    ['2001:20::1', 'protocol assignments'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fdff:ffff::1', 'unique local'],
    ['fe80::1', 'link-local'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'reserved'],
    ['1::1', 'reserved'],
    ['8000::1', 'reserved'],
  ])('P25: %s is not public: %s', (address, name) => expect(nonPublicClass(address)).toBe(name));

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450::1',
  ])('P25: %s is public', address => expect(nonPublicClass(address)).toBeUndefined());

  it('judges every spelling of an IPv6 address alike', () => {
    for (const spelling of ['0:0:0:0:0:0:0:1', '::0001', '0000:0000:0000:0000:0000:0000:0000:0001']) {
      expect(nonPublicClass(spelling)).toBe('loopback');
    }
  });

  it('refuses what is no address', () => {
    const texts = fc.string().filter(text => !/^[\d.:a-fA-F]*$/.test(text));
    fc.assert(fc.property(texts, text => nonPublicClass(text) === 'not an address'));
    for (const text of ['', 'localhost', '127.1', '0x7f.0.0.1', '127.0.0.1 ']) {
      expect(nonPublicClass(text)).toBe('not an address');
    }
  });

  it('never calls an IPv6 address public that embeds an IPv4 address', () => {
    const octets = fc.tuple(...Array.from({ length: 4 }, () => fc.nat(255)));
    const prefixes = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::');
    fc.assert(
      fc.property(
        prefixes,
        octets,
        (prefix, bytes) => nonPublicClass(prefix + bytes.join('.')) !== undefined,
      ),
    );
  });
});

describe('isLoopback', () => {
  it('is 127.0.0.0/8 and ::1', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].every(isLoopback)).toBe(true);
    expect(['128.0.0.1', '::2', '::ffff:127.0.0.1', 'localhost', '0.0.0.0'].some(isLoopback)).toBe(false);
  });
});
