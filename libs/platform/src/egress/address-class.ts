import { isIPv4, isIPv6 } from 'node:net';
import { CidrSet } from '../network/cidr-set';

/**
 * IPv4 blocks that are not public, from the IANA special-purpose registry and the multicast and future-use ranges.
 * 192.88.99.0/24 carries 6to4 traffic, so that an address inside may stand for any other.
 */
const NOT_PUBLIC_IPV4: readonly (readonly [cidr: string, name: string])[] = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT relays'],
  ['192.88.99.0/24', '6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
];

/** IPv6 blocks that are not public; several embed an IPv4 address, which a gateway would then connect to. */
const NOT_PUBLIC_IPV6: readonly (readonly [cidr: string, name: string])[] = [
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::/96', 'IPv4-compatible'],
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['::ffff:0:0:0/96', 'IPv4-translated'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'NAT64'],
  ['100::/64', 'discard'],
  ['2001::/32', 'Teredo'],
  ['2001::/23', 'protocol assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7', 'unique local'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
];

const classesOf = (rows: readonly (readonly [string, string])[]) =>
  rows.map(([cidr, name]) => ({ name, set: new CidrSet([cidr]) }));

const IPV4_CLASSES = classesOf(NOT_PUBLIC_IPV4);
const IPV6_CLASSES = classesOf(NOT_PUBLIC_IPV6);
/** All global unicast addresses that IANA has opened so far; the rest of the space is reserved. */
const GLOBAL_UNICAST_IPV6 = new CidrSet(['2000::/3']);
const LOOPBACK = new CidrSet(['127.0.0.0/8', '::1/128']);

/**
 * Why an address must not be connected to (P25): the name of its class, `reserved` for space that nobody may use yet, or
 * undefined when it is public. In: an IP literal without brackets; anything else is `not an address`.
 */
export function nonPublicClass(address: string): string | undefined {
  if (isIPv4(address)) return IPV4_CLASSES.find(({ set }) => set.has(address))?.name;
  if (!isIPv6(address)) return 'not an address';
  const named = IPV6_CLASSES.find(({ set }) => set.has(address))?.name;
  return named ?? (GLOBAL_UNICAST_IPV6.has(address) ? undefined : 'reserved');
}

/** Whether an IP literal is 127.0.0.0/8 or ::1. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.has(address);
}
