import { BlockList, isIPv4, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The one spelling of an address in which sets and limits compare it: an IPv4-mapped IPv6 address, as a dual-stack
 * socket reports it, becomes plain IPv4; anything else stays as it is.
 */
export function plainAddress(address: string): string {
  return MAPPED_IPV4.exec(address)?.[1] ?? address;
}

/** True for `address/prefix` of either family, with the prefix spelled out and within the family's bits. */
export function isCidr(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d{1,3}$/.test(prefix)) return false;
  return (isIPv4(address) && Number(prefix) <= 32) || (isIPv6(address) && Number(prefix) <= 128);
}

/** A set of addresses given as CIDRs. The families are kept apart, so that `::/0` holds no IPv4 address. */
export class CidrSet {
  private readonly ipv4 = new BlockList();
  private readonly ipv6 = new BlockList();

  /** In: CIDRs that {@link isCidr} accepts. Throws TypeError for any other text. */
  constructor(cidrs: readonly string[]) {
    for (const cidr of cidrs) {
      if (!isCidr(cidr)) throw new TypeError(`not a CIDR: ${cidr}`);
      const [address = '', prefix] = cidr.split('/');
      if (isIPv4(address)) this.ipv4.addSubnet(address, Number(prefix), 'ipv4');
      else this.ipv6.addSubnet(address, Number(prefix), 'ipv6');
    }
  }

  /** Whether the set holds `address`, an IP literal without brackets; false for anything that is no address. */
  has(address: string): boolean {
    if (isIPv4(address)) return this.ipv4.check(address, 'ipv4');
    return isIPv6(address) && this.ipv6.check(address, 'ipv6');
  }
}
