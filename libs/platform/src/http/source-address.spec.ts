import { CidrSet } from '../network/cidr-set';
import { sourceAddress } from './source-address';

const proxies = new CidrSet(['10.0.0.0/8', 'fd00::/8']);

describe('sourceAddress', () => {
  it.each<[string, string | undefined, string, string]>([
    ['203.0.113.9', '198.51.100.1', '203.0.113.9', 'the peer is no proxy, so its header says nothing'],
    ['10.0.0.1', undefined, '10.0.0.1', 'no header'],
    ['10.0.0.1', '', '10.0.0.1', 'an empty header'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1', 'one hop'],
    ['10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1', 'the left part is the caller’s own claim'],
    ['10.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4', '198.51.100.1', 'two proxies of ours'],
    ['10.0.0.1', '10.9.9.9', '10.9.9.9', 'only proxies'],
    ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1', 'an entry that is no address'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1', 'with a port'],
    ['10.0.0.1', '[2001:DB8::1]:4711', '2001:db8::1', 'IPv6 with a port'],
    ['10.0.0.1', '2001:db8::1', '2001:db8::1', 'bare IPv6'],
    ['::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1', 'a dual-stack socket'],
    ['fd00::1', '198.51.100.1', '198.51.100.1', 'an IPv6 proxy'],
  ])('P17: %s with %j is %s (%s)', (peer, header, source) => {
    expect(sourceAddress(peer, header, proxies)).toBe(source);
  });

  it('reads several headers as one list, and a long one from its end only', () => {
    expect(sourceAddress('10.0.0.1', ['1.1.1.1', '198.51.100.1'], proxies)).toBe('198.51.100.1');
    expect(sourceAddress('10.0.0.1', Array.from({ length: 5000 }, () => '10.0.0.2').join(), proxies)).toBe(
      '10.0.0.2',
    );
  });
});
