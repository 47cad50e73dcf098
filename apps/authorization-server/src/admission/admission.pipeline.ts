import { NotHere, type PaIdentity, PaJwtHook, RateHook, WrongVerb } from '@surety/identity';
import { invariant } from '@surety/kernel';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DelegatingBrands, type OpenDelegatingBrand } from '../brands/delegating-brands.service';
import { routeOf } from '../routes/oauth-routes';

const brands = new WeakMap<FastifyRequest, OpenDelegatingBrand>();
const identities = new WeakMap<FastifyRequest, PaIdentity>();

/**
 * The order of checks before any operation (P4, PACT wire 3), run before a byte of the body is read: route, Brand that delegates, verb,
 * and where personal agents call, personal-agent JWT and rate limit. Form and client_id follow in client-call.ts.
 */
@Injectable()
export class AdmissionPipeline {
  constructor(
    private readonly delegating: DelegatingBrands,
    private readonly paJwt: PaJwtHook,
    private readonly rate: RateHook,
  ) {}

  /** Fastify's onRequest hook. Throws the refusal that the first failing check calls for. */
  async admit(request: FastifyRequest): Promise<void> {
    const found = routeOf(request.raw);
    if (found.kind === 'not-found') throw new NotHere('no such route');
    if (found.kind === 'origin') return requireVerb(request.method, found.verbs);
    const { route, brandId } = found;
    request.routeLabel = route.operation;
    const brand = await this.delegating.find(brandId);
    if (!brand) throw new NotHere('unknown or closed Brand, or one that does not delegate');
    brands.set(request, brand);
    requireVerb(request.method, route.verbs);
    if (route.audience !== 'personal-agent') return;
    const identity = await this.paJwt.identify(request);
    await this.rate.admit(identity);
    identities.set(request, identity);
  }
}

function requireVerb(method: string, verbs: readonly string[]): void {
  if (!verbs.includes(method)) throw new WrongVerb(verbs.join(', '));
}

/** The Brand of a request, once it is found; undefined before, which the filter alone may meet. */
export function foundBrandOf(request: FastifyRequest): OpenDelegatingBrand | undefined {
  return brands.get(request);
}

/** The Brand of an admitted request. */
export function brandOf(request: FastifyRequest): OpenDelegatingBrand {
  const brand = brands.get(request);
  invariant(brand, 'an operation ran without admission');
  return brand;
}

/** Who calls, of an admitted request where personal agents call. */
export function identityOf(request: FastifyRequest): PaIdentity {
  const identity = identities.get(request);
  invariant(identity, 'an operation for personal agents ran without one');
  return identity;
}
