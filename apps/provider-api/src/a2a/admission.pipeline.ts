import { NotHere, type PaIdentity, PaJwtHook, RateHook, WrongVerb } from '@surety/identity';
import { LOGGER, type Logger } from '@surety/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { OpenBrandHook } from '../brand/open-brand.hook';
import type { Delegation } from '../delegation/delegation';
import { DelegationHook } from '../delegation/delegation.hook';
import { type OpenBrand } from '../directory/open-brand';
import { routeOf } from './provider-routes';

/** What is known of a request once it is admitted to its operation. */
export interface Admission {
  readonly identity: PaIdentity;
  readonly brand: OpenBrand;
  /** Undefined on an identity request. */
  readonly delegation: Delegation | undefined;
}

const LOGGED_VERSION_CHARACTERS = 32;

const admissions = new WeakMap<FastifyRequest, Admission>();

/**
 * The order of checks before any operation (P4, pact-wire §1), run before a byte of the body is read: route, personal-agent
 * JWT, rate limit, Brand, delegation header. The order is security: no answer tells a stranger what exists.
 */
@Injectable()
export class AdmissionPipeline {
  constructor(
    private readonly paJwt: PaJwtHook,
    private readonly rate: RateHook,
    private readonly openBrand: OpenBrandHook,
    private readonly delegation: DelegationHook,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Fastify's onRequest hook. Throws the refusal that the first failing check calls for. */
  async admit(request: FastifyRequest): Promise<void> {
    const route = routeOf(request.raw);
    if (route.kind === 'oauth') throw new NotHere('the authorization server is reached another way');
    if (route.kind === 'not-found') throw new NotHere('no such route');
    if (route.kind === 'method-not-allowed') throw new WrongVerb(route.allow);
    if (route.kind === 'origin' || !route.route.authenticated) return;
    const identity = await this.paJwt.identify(request);
    await this.rate.admit(identity);
    const brand = await this.openBrand.find(route.brandId);
    const delegation = await this.delegation.check(request, identity, brand);
    admissions.set(request, { identity, brand, delegation });
    this.tell(request, identity, brand);
  }

  /** P3: the version that a caller says it speaks decides nothing; operators see who would be lost if it did. */
  private tell({ id, headers }: FastifyRequest, { personalAgent }: PaIdentity, brand: OpenBrand): void {
    if (!this.log.isLevelEnabled('debug')) return;
    const a2aVersion = String(headers['a2a-version'] ?? 'absent').slice(0, LOGGED_VERSION_CHARACTERS);
    this.log.debug(
      { requestId: id, personalAgentId: personalAgent.id, brandId: brand.id, a2aVersion },
      'admitted',
    );
  }
}

/** The admission of a request inside the handler of an operation. */
export function admissionOf(request: FastifyRequest): Admission {
  const admission = admissions.get(request);
  if (!admission) throw new Error('an operation ran without admission');
  return admission;
}
