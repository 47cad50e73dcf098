import { brandAddresses, loginLink, readUserCode, showUserCode, skipsConsent } from '@surety/device-grant';
import type { Clock } from '@surety/kernel';
import type { SqlExecutor } from '@surety/platform';
import type { AssertionJtis, ConsentCase, Consents, GuessedCodes, LiveSessions } from '@surety/registry';
import type { ConnectedAgentsService } from '../connected-agents/connected-agents.service';
import { type DelegatingBrand, cardOf } from '../pages/delegating-brand';
import type { PageAnswer } from '../pages/page-answer';
import { PageRefusal } from '../pages/page-refusal';
import { type PageRequest, formOf } from '../pages/page-request';
import { askCodePage } from './ask-code-page';
import type { Assertions } from './assertions';
import { completion } from './completion';
import { consentAnswer } from './consent-view';
import { beginLiveSession, liveSessionHash } from './live-cookie';
import type { SignedInUser } from './signed-in-user';

/** What consent needs of its deployment. */
export interface ConsentSurroundings {
  readonly publicUrl: string;
  readonly consentKey: Uint8Array;
}

/** The consent address C (PACT wire 3): POST by the Brand's login, GET by a live session. */
export class ConsentService {
  constructor(
    private readonly assertions: Pick<Assertions, 'prove'>,
    private readonly guesses: Pick<GuessedCodes, 'guess'>,
    private readonly jtis: Pick<AssertionJtis, 'burn'>,
    private readonly consents: Pick<Consents, 'open' | 'skip' | 'consumeManage'>,
    private readonly liveSessions: Pick<LiveSessions, 'open' | 'find'>,
    private readonly connectedAgents: Pick<ConnectedAgentsService, 'list'>,
    private readonly surroundings: ConsentSurroundings,
    private readonly clock: Clock,
  ) {}

  /**
   * `POST C` in the order of PACT wire 3: form, assertion, guess limits, jti, user code; then the list of connected agents for a
   * manage code, completion for a consent that may be skipped, else the page. Throws PageRefusal.
   */
  async receive(request: PageRequest): Promise<PageAnswer> {
    const assertion = (await formOf(request)).get('assertion');
    if (assertion === undefined) throw new PageRefusal('link', 'no assertion');
    const user = await this.assertions.prove(request.brand, assertion);
    const consent = await this.tryCode(request, user, user.userCode, user.jti);
    const answer = await this.answer(request, user, consent);
    return { ...answer, headers: { ...answer.headers, ...(await this.beginLive(request.brand, user)) } };
  }

  /** `GET C`: shows, and never changes a request or a grant (P22). Throws PageRefusal. */
  async show(request: PageRequest): Promise<PageAnswer> {
    const { brand, language } = request;
    if (!brand.delegation.liveSession) throw new PageRefusal('link', 'live sessions are off');
    const user = await this.liveUser(request);
    if (!user) return this.toLogin(request);
    const typed = request.query.getAll('user_code');
    if (typed.length === 0) {
      const { consent } = brandAddresses(this.surroundings.publicUrl, brand.id);
      return { kind: 'page', status: 200, page: askCodePage(language, brand.name, consent) };
    }
    const consent = await this.tryCode(request, user, typed.length === 1 ? (typed[0] ?? '') : '');
    if (consent.request.kind === 'manage') throw new PageRefusal('link', 'a manage code needs an assertion');
    return this.page(request, user, consent);
  }

  /** Every try is judged and counted (P17); with a jti it is burnt before the code is looked up (P21). */
  private async tryCode(
    { brand, source }: PageRequest,
    { sub }: SignedInUser,
    typed: string,
    jti?: string,
  ): Promise<ConsentCase> {
    const look = async (tx: SqlExecutor) => {
      if (jti !== undefined && !(await this.jtis.burn(brand.id, jti, tx))) {
        throw new PageRefusal('link', 'the jti was used');
      }
      const code = readUserCode(typed);
      return code === undefined ? undefined : this.consents.open(brand.id, code, sub, tx);
    };
    const tried = await this.guesses.guess({ source, brandUser: sub, brandId: brand.id }, look);
    if (tried.kind === 'refused') {
      throw new PageRefusal('guesses', 'too many wrong codes', {
        retryAfterSeconds: tried.retryAfterSeconds,
      });
    }
    if (tried.kind === 'wrong') throw new PageRefusal('link', 'no pending request has this code');
    return tried.value;
  }

  private async answer(request: PageRequest, user: SignedInUser, consent: ConsentCase): Promise<PageAnswer> {
    const { brand, language, requestId } = request;
    if (consent.request.kind === 'manage') {
      const isFirst = await this.consents.consumeManage(brand.id, consent.request.id);
      if (!isFirst) throw new PageRefusal('link', 'the manage code was used');
      return this.connectedAgents.list(request, user);
    }
    if (mayBeSkipped(brand, consent)) {
      const place = {
        brandId: brand.id,
        requestId: consent.request.id,
        brandUser: user.sub,
      };
      const skipped = await this.consents.skip(place, requestId);
      if (skipped) {
        const end = { status: 'approved' as const, granted: skipped.granted };
        return completion(brand, skipped.issuer, end, language);
      }
    }
    return this.page(request, user, consent);
  }

  private page({ brand, language }: PageRequest, user: SignedInUser, consent: ConsentCase): PageAnswer {
    const { publicUrl, consentKey: sessionKey } = this.surroundings;
    return consentAnswer({
      publicUrl,
      brand,
      consent,
      user,
      language,
      sessionKey,
      nowMs: this.clock.nowMs(),
    });
  }

  private async liveUser({ brand, cookie }: PageRequest): Promise<SignedInUser | undefined> {
    const hash = liveSessionHash(cookie);
    const found = hash && (await this.liveSessions.find(brand.id, hash));
    return found && { sub: found.brandUser, email: found.email, name: found.name };
  }

  /** The cookie that spares this User the next login, where the Brand wants that. */
  private async beginLive(brand: DelegatingBrand, user: SignedInUser): Promise<Record<string, string>> {
    if (!brand.delegation.liveSession) return {};
    const { publicUrl } = this.surroundings;
    const { issuer } = brandAddresses(publicUrl, brand.id);
    const { setCookie, hash } = beginLiveSession(new URL(issuer).pathname, publicUrl.startsWith('https:'));
    const { sub: brandUser, email, name } = user;
    await this.liveSessions.open({ hash, brandId: brand.id, brandUser, email, name });
    return { 'Set-Cookie': setCookie };
  }

  /** To the Brand's login, which comes back with the same code; what is no code at all does not come back. */
  private toLogin({ brand, language, query }: PageRequest): PageAnswer {
    const { consent } = brandAddresses(this.surroundings.publicUrl, brand.id);
    const code = readUserCode(query.get('user_code') ?? '');
    const here = code === undefined ? consent : `${consent}?user_code=${showUserCode(code)}`;
    return { kind: 'redirect', location: loginLink(brand.delegation.loginUrl, here), language };
  }
}

function mayBeSkipped(brand: DelegatingBrand, { request, grant, now }: ConsentCase): boolean {
  const question = {
    brandSkips: brand.delegation.skipConsent,
    proof: 'assertion' as const,
    requested: request.scopes,
    grant,
  };
  return skipsConsent(question, cardOf(brand), now.getTime());
}
