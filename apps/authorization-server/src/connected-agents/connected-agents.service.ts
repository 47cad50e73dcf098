import { brandAddresses, loginLink, showUserCode } from '@surety/device-grant';
import { type Clock, LIMITS } from '@surety/kernel';
import type { RateLimiter } from '@surety/platform';
import type { Consents, UserGrants } from '@surety/registry';
import { signPageSession, verifyPageSession } from '@surety/tokens';
import { type SignedInUser, accountOf } from '../consent/signed-in-user';
import type { DelegatingBrand } from '../pages/delegating-brand';
import { type Language, isLanguage } from '../pages/languages';
import { refuseForeignOrigin } from '../pages/own-origin';
import type { PageAnswer } from '../pages/page-answer';
import { PageRefusal } from '../pages/page-refusal';
import { countBySource } from '../pages/source-limit';
import { type PageRequest, formOf } from '../pages/page-request';
import { connectedAgentsEntry, connectedAgentsList } from './connected-agents-page';

const STARTS = { name: 'connected-agents', perMinute: LIMITS.connectedAgentStartsPerMinute };

/** What connected agents need of their deployment. */
export interface ManageSurroundings {
  readonly publicUrl: string;
  readonly manageKey: Uint8Array;
}

/** Connected agents (PACT wire 3, P21): the User signs in with the Brand, sees every live grant, and ends any of them. */
export class ConnectedAgentsService {
  constructor(
    private readonly codes: Pick<Consents, 'mintManage'>,
    private readonly grants: Pick<UserGrants, 'liveOf' | 'revokeByUser'>,
    private readonly limiter: Pick<RateLimiter, 'take'>,
    private readonly surroundings: ManageSurroundings,
    private readonly clock: Clock,
  ) {}

  /** `GET O/connected-agents`: one button. */
  entry({ brand, language }: PageRequest): PageAnswer {
    const page = connectedAgentsEntry(language, brand.name, this.addressesOf(brand).connectedAgents);
    return { kind: 'page', status: 200, page, leadsToLogin: true };
  }

  /** `POST O/connected-agents`: to the Brand's login, with a code that is good once and for this only. Throws PageRefusal. */
  async start({ brand, language, origin, source }: PageRequest): Promise<PageAnswer> {
    refuseForeignOrigin(origin, this.surroundings.publicUrl);
    await countBySource(this.limiter, STARTS, source);
    const { userCode } = await this.codes.mintManage(brand.id);
    const here = `${this.addressesOf(brand).consent}?user_code=${showUserCode(userCode)}`;
    const location = loginLink(brand.delegation.loginUrl, here);
    return { kind: 'redirect', location, language, leadsToLogin: true };
  }

  /** The list, after the assertion that answered a manage code. */
  list({ brand, language }: PageRequest, user: SignedInUser): Promise<PageAnswer> {
    const { sub, email, name } = user;
    const session = signPageSession({
      kind: 'manage',
      key: this.surroundings.manageKey,
      audience: this.addressesOf(brand).connectedAgentsRevoke,
      brandId: brand.id,
      sub,
      email,
      name,
      lang: language,
      nowMs: this.clock.nowMs(),
    });
    return this.listAgain(brand, user, language, session, false);
  }

  /** `POST O/connected-agents/revoke`: ends one grant of this User, then the list again, under the same session. */
  async revoke(request: PageRequest): Promise<PageAnswer> {
    const { brand, origin, requestId } = request;
    refuseForeignOrigin(origin, this.surroundings.publicUrl);
    const form = await formOf(request);
    const session = form.get('session') ?? '';
    const audience = this.addressesOf(brand).connectedAgentsRevoke;
    const expected = {
      kind: 'manage' as const,
      key: this.surroundings.manageKey,
      audience,
      brandId: brand.id,
    };
    const user = verifyPageSession(session, expected, this.clock.nowMs());
    if (!user.ok) throw new PageRefusal('link', `session: ${user.error.detail}`);
    const { sub: brandUser, lang } = user.value;
    const grant = { grantId: form.get('grant') ?? '', brandId: brand.id, brandUser };
    if (!(await this.grants.revokeByUser(grant, requestId))) {
      throw new PageRefusal('link', 'no live grant of this User');
    }
    return this.listAgain(brand, user.value, isLanguage(lang) ? lang : request.language, session, true);
  }

  private async listAgain(
    brand: DelegatingBrand,
    user: SignedInUser,
    language: Language,
    session: string,
    hasRevoked: boolean,
  ): Promise<PageAnswer> {
    const grants = await this.grants.liveOf(brand.id, user.sub);
    const page = connectedAgentsList({
      language,
      brandName: brand.name,
      account: accountOf(user),
      agents: grants.map(grant => ({
        grantId: grant.id,
        issuer: grant.issuer,
        descriptions: brand.scopes
          .filter(({ id }) => grant.scopes.includes(id))
          .map(scope => scope.description),
        sinceMs: grant.since.getTime(),
        lastUsedMs: grant.lastUsedAt?.getTime(),
        endsMs: grant.endsAt.getTime(),
      })),
      session,
      revokeUrl: this.addressesOf(brand).connectedAgentsRevoke,
      hasRevoked,
    });
    return { kind: 'page', status: 200, page, leadsToLogin: true };
  }

  private addressesOf(brand: DelegatingBrand) {
    return brandAddresses(this.surroundings.publicUrl, brand.id);
  }
}
