import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CidrSet, plainAddress } from '../network/cidr-set';
import { Settings } from '../settings/settings';

/** More hops than any deployment has; what lies further left is not looked at. */
const HOPS_MAX = 32;

/**
 * The address that limits by source count (P17, P34): the peer, or, when the peer is a trusted proxy, the rightmost entry of
 * `X-Forwarded-For` that is none. An entry that is no address ends the search at the last proxy, so that
 * forged text never becomes a source. In: the socket's peer, the header as received, the operator's proxies.
 */
export function sourceAddress(
  peer: string,
  forwardedFor: string | readonly string[] | undefined,
  trusted: CidrSet,
): string {
  const entries = [forwardedFor ?? []].flat().join(',').split(',').slice(-HOPS_MAX);
  let source = plainAddress(peer);
  while (trusted.has(source) && entries.length > 0) {
    const next = entryAddress(entries.pop()?.trim() ?? '');
    if (!next) return source;
    source = next;
  }
  return source;
}

/** `1.2.3.4`, `1.2.3.4:80`, `::1`, `[::1]` and `[::1]:80` as an address; undefined for anything else. */
function entryAddress(entry: string): string | undefined {
  const bare =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) === 0 ? undefined : plainAddress(bare.toLowerCase());
}

/** Where a request came from, for limits alone (P17, P34): the peer, or what a trusted proxy of the operator says. */
@Injectable()
export class SourceAddress {
  private readonly trusted: CidrSet;

  constructor({ trustedProxies }: Settings) {
    this.trusted = new CidrSet(trustedProxies);
  }

  /** In: the request. Out: an IP address as text. */
  of({ raw }: FastifyRequest): string {
    return sourceAddress(raw.socket.remoteAddress ?? '', raw.headers['x-forwarded-for'], this.trusted);
  }
}
