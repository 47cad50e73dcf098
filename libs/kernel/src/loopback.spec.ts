import { isLoopbackHost } from './loopback';

const hostOf = (host: string) => new URL(`http://${host}`).hostname;

describe('isLoopbackHost (P25)', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    '127.0.0.1',
    '127.255.0.9',
    '127.1',
    '0x7f000001',
    '2130706433',
    '[::1]',
    '[0:0::1]',
  ])('%s is this machine', host => {
    expect(isLoopbackHost(hostOf(host))).toBe(true);
  });

  it('takes an IPv6 literal without brackets', () => {
    expect(isLoopbackHost('::1')).toBe(true);
  });

  it.each([
    '128.0.0.1',
    '0.0.0.0',
    '127.0.0.1.example.com',
    'localhost.example.com',
    'notlocalhost',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::11]',
    '10.127.0.1',
  ])('%s is not', host => {
    expect(isLoopbackHost(hostOf(host))).toBe(false);
  });
});
