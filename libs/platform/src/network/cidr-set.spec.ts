import { CidrSet, isCidr, plainAddress } from './cidr-set';

describe('CidrSet', () => {
  const set = new CidrSet(['10.0.0.0/8', '192.168.1.7/32', 'fd00::/8']);

  it('holds the addresses of its blocks, edges included, in any spelling', () => {
    const held = ['10.0.0.0', '10.255.255.255', '192.168.1.7', 'fd00::', 'FDFF::1', 'fd00:0:0:0:0:0:0:1'];
    expect(held.filter(address => !set.has(address))).toEqual([]);
  });

  it('holds nothing else, and no text that is no address', () => {
    const foreign = [
      '9.255.255.255',
      '11.0.0.0',
      '192.168.1.8',
      'fc00::',
      'fe00::',
      '',
      '10',
      '10.0.0.1/8',
      'x',
    ];
    expect(foreign.filter(address => set.has(address))).toEqual([]);
  });

  it('keeps the families apart', () => {
    expect(new CidrSet(['::/0']).has('10.0.0.1')).toBe(false);
    expect(new CidrSet(['::ffff:0:0/96']).has('10.0.0.1')).toBe(false);
    expect(new CidrSet(['0.0.0.0/0']).has('::1')).toBe(false);
  });

  it('is made of CIDRs only', () => {
    expect(isCidr('0.0.0.0/0')).toBe(true);
    expect(isCidr('::/128')).toBe(true);
    for (const text of [
      '',
      '/',
      '1.2.3.4',
      '1.2.3.4/33',
      '::1/129',
      '1.2.3.4/08x',
      '01.2.3.4/8',
      '1.2.3.4/',
    ]) {
      expect([text, isCidr(text)]).toEqual([text, false]);
      expect(() => new CidrSet([text])).toThrow(TypeError);
    }
  });
});

describe('plainAddress', () => {
  it('unwraps what a dual-stack socket reports, and nothing else', () => {
    expect(plainAddress('::ffff:10.1.2.3')).toBe('10.1.2.3');
    expect(plainAddress('::FFFF:10.1.2.3')).toBe('10.1.2.3');
    expect(plainAddress('::1')).toBe('::1');
    expect(plainAddress('10.1.2.3')).toBe('10.1.2.3');
  });
});
