import { type Result, ok } from '@surety/kernel';
import type { FastifyRequest } from 'fastify';
import type { IssuerDiscovery } from './issuer-discovery';
import type { JwksCache, JwksOwner } from './jwks-cache.service';

/**
 * The policy of a Provider that admits any personal agent whose issuer serves a JWKS (PACT 3.1, P34). Key sets of unknown
 * issuers have a cache of their own, so that strangers never push out those of registered personal agents.
 */
export class OpenMode {
  constructor(
    private readonly discovery: IssuerDiscovery,
    readonly keys: JwksCache,
    private readonly sourceOf: (request: FastifyRequest) => string,
  ) {}

  /** Whose keys can prove a token of this unknown issuer, or why nobody's can. Nothing is stored. */
  async find(issuer: string, request: FastifyRequest): Promise<Result<JwksOwner, string>> {
    const jwksUri = await this.discovery.jwksUriOf(issuer, this.sourceOf(request));
    return jwksUri.ok ? ok({ issuer, jwksUri: jwksUri.value }) : jwksUri;
  }
}
