import { CidrSet, Settings, sourceAddress } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

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
