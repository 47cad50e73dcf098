import type { Clock } from '@surety/kernel';
import {
  type ParsedPaJwt,
  type VerificationKey,
  type VerifiedPaJwt,
  checkPaJwtClaims,
  parsePaJwt,
  verifyPaJwt,
} from '@surety/tokens';
import type { FastifyRequest } from 'fastify';
import { Unauthenticated } from './refusals';
import { bearerToken } from './bearer-token';
import type { IdentityObserver } from './identity-observer';
import type { JwksCache, JwksOwner } from './jwks-cache.service';
import type { OpenMode } from './open-mode';
import type { PaDirectory, PersonalAgent } from './pa-directory.port';
import type { RememberedTokens } from './remembered-tokens';

/** Who calls (PACT 3.3): this personal agent, for someone it calls `sub`. */
export interface PaIdentity {
  readonly personalAgent: PersonalAgent;
  readonly sub: string;
}

/** What a token proved, and by whose registration it was judged. */
export interface ProvenCaller {
  readonly issuer: string;
  readonly sub: string;
  readonly personalAgentId: string;
  readonly jwksUri: string;
}

export interface PaJwtHookOptions {
  /** The one audience of the deployment (P33). */
  readonly audience: string;
  readonly clock: Clock;
  readonly directory: PaDirectory;
  readonly keys: JwksCache;
  readonly verified: RememberedTokens<ProvenCaller>;
  readonly observer: IdentityObserver;
  /** Undefined = only registered personal agents are admitted. */
  readonly openMode: OpenMode | undefined;
}

interface Proof {
  readonly personalAgent: PersonalAgent;
  readonly proven: VerifiedPaJwt;
}

/**
 * Authenticates a request by its personal-agent JWT (PACT 3.2), before anything else about it is looked at but its route. Every
 * failure is the same bare 401; a store that cannot be reached is none of them and rejects as it is (P37).
 */
export class PaJwtHook {
  constructor(private readonly options: PaJwtHookOptions) {}

  /** Who calls. Throws {@link Unauthenticated}, whose detail is for the operator alone. */
  async identify(request: FastifyRequest): Promise<PaIdentity> {
    const { clock, observer, verified } = this.options;
    const token = bearerToken(request.raw.rawHeaders);
    if (!token.ok) throw this.refusal('header', token.error);
    const digest = verified.digestOf(token.value);
    const remembered = await this.recall(digest, clock.nowMs());
    if (remembered) return remembered;
    const parsed = parsePaJwt(token.value);
    if (!parsed.ok) throw this.refusal(parsed.error.rule, parsed.error.detail);
    const { personalAgent, proven } = await this.prove(parsed.value, request);
    const { issuer, sub, expMs } = proven;
    const { id: personalAgentId, jwksUri } = personalAgent;
    verified.remember(digest, { issuer, sub, personalAgentId, jwksUri }, expMs, clock.nowMs());
    observer.token('verified');
    return { personalAgent, sub };
  }

  /** A token that was verified a moment ago still needs its personal agent enabled, at the same address (P37). */
  private async recall(digest: string, nowMs: number): Promise<PaIdentity | undefined> {
    const remembered = this.options.verified.recall(digest, nowMs);
    if (!remembered) return undefined;
    const personalAgent = await this.options.directory.byIssuer(remembered.issuer);
    if (personalAgent?.id !== remembered.personalAgentId || personalAgent.jwksUri !== remembered.jwksUri) {
      return undefined;
    }
    if (!personalAgent.enabled) throw this.refusal('disabled', 'the personal agent is disabled');
    this.options.observer.token('remembered');
    return { personalAgent, sub: remembered.sub };
  }

  private async prove(parsed: ParsedPaJwt, request: FastifyRequest): Promise<Proof> {
    const { directory, openMode, keys } = this.options;
    this.checkClaims(parsed);
    const personalAgent = await directory.byIssuer(parsed.issuer);
    if (personalAgent?.enabled) {
      return { personalAgent, proven: await this.verify(parsed, personalAgent, keys) };
    }
    if (personalAgent) throw this.refusal('disabled', 'the personal agent is disabled');
    if (!openMode) throw this.refusal('unknown', 'no personal agent with this issuer');
    return this.admitStranger(parsed, openMode, request);
  }

  /** P34: an unknown issuer is looked up, its token verified, and only then is the issuer registered. */
  private async admitStranger(
    parsed: ParsedPaJwt,
    openMode: OpenMode,
    request: FastifyRequest,
  ): Promise<Proof> {
    const owner = await openMode.find(parsed.issuer, request);
    if (!owner.ok) throw this.refusal('discovery', owner.error);
    const proven = await this.verify(parsed, owner.value, openMode.keys);
    const { issuer, jwksUri } = owner.value;
    const adopted = await this.options.directory.adopt(issuer, jwksUri, request.id);
    if (!adopted.enabled) throw this.refusal('disabled', 'the personal agent is disabled');
    if (adopted.jwksUri === jwksUri) return { personalAgent: adopted, proven };
    return { personalAgent: adopted, proven: await this.verify(parsed, adopted, this.options.keys) };
  }

  /** Judged first: a token that cannot pass, and every one of a stranger to the audience, costs no look-up and no request. */
  private checkClaims(parsed: ParsedPaJwt): void {
    const { audience, clock } = this.options;
    const expected = { issuer: parsed.issuer, audience };
    const judged = checkPaJwtClaims(parsed, expected, clock.nowMs());
    if (!judged.ok) throw this.refusal(judged.error.rule, judged.error.detail);
  }

  private async verify(parsed: ParsedPaJwt, owner: JwksOwner, cache: JwksCache): Promise<VerifiedPaJwt> {
    const begunAtArrival = cache.arrive(owner);
    let exhausted: readonly VerificationKey[] | undefined;
    for (;;) {
      const keys = await cache.keysFor(owner, { wanted: parsed, begunAtArrival, exhausted });
      if (!keys.ok) throw this.refusal(keys.error, `no key for kid ${parsed.kid} and ${parsed.alg}`);
      const expected = { issuer: owner.issuer, audience: this.options.audience };
      const verified = verifyPaJwt(parsed, keys.value, expected, this.options.clock.nowMs());
      if (verified.ok) return verified.value;
      const mayBeNewKey = parsed.kid === undefined && verified.error.rule === 'signature' && !exhausted;
      if (!mayBeNewKey) throw this.refusal(verified.error.rule, verified.error.detail);
      exhausted = keys.value;
    }
  }

  private refusal(outcome: string, detail: string): Unauthenticated {
    this.options.observer.token(outcome);
    return new Unauthenticated(`${outcome}: ${detail}`);
  }
}
