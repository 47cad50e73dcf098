import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InvalidDelegation } from '../errors/refusals';

const DELEGATION_HEADER = 'x-a2a-user-delegation';

/**
 * The delegation header (PACT 5.5): absent makes an identity turn. No Brand offers delegation, so a header that is there, even
 * an empty one, cannot hold a good token.
 */
@Injectable()
export class DelegationHook {
  /** Throws InvalidDelegation when the header is there at all. */
  check(request: FastifyRequest): void {
    if (request.headers[DELEGATION_HEADER] !== undefined)
      throw new InvalidDelegation('this Brand does not delegate');
  }
}
