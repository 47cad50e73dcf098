import { type ConsentEnd, type GrantTerms, decideConsent, skipsConsent } from '@surety/device-grant';
import { LIMITS, invariant } from '@surety/kernel';
import { Sql, type SqlExecutor } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import { recordAudit } from '../audit/audit-log.repository';
import { freshUlid } from '../database/ids';
import type { BrandScope } from '../entities';
import {
  type ConsentAnswer,
  type ConsentCase,
  type ConsentCaseRow,
  type ConsentPlace,
  consentCase,
  standingGrant,
} from './consent-case';
import {
  CONSUME_MANAGE,
  DECIDE,
  END_LAPSED,
  FIND_BY_CODE,
  FIND_BY_ID,
  INSERT_GRANT,
  LOCK_CARD,
  LOCK_GRANT,
  LOCK_LIVE_GRANT,
  LOCK_REQUEST,
  MINT_MANAGE,
  WIDEN_GRANT,
} from './consents.statements';
import { withFreshUserCode } from '../database/fresh-user-code';

/** A pending request whose row this transaction holds, with whom it is for and the card as it stays meanwhile. */
type HeldCase = ConsentCaseRow & {
  readonly personalAgentId: string;
  readonly sub: string;
  readonly issuer: string;
  /** The Brand's scope ids in card order. */
  readonly card: readonly string[];
};

/** What consent does to device authorizations and grants (PACT 5.3, P19, P22); the database clock decides what has expired. */
@Injectable()
export class Consents {
  constructor(private readonly sql: Sql) {}

  /** The request of this Brand that waits under a user code, in its stored form; of any kind. */
  async open(
    brandId: string,
    userCode: string,
    brandUser: string,
    executor: SqlExecutor = this.sql,
  ): Promise<ConsentCase | undefined> {
    const [row] = await executor.rows<ConsentCaseRow>(FIND_BY_CODE, [brandId, brandUser, userCode]);
    return row && consentCase(row);
  }

  /** The same by the id of its row; never a manage code. */
  async find(brandId: string, requestId: string, brandUser: string): Promise<ConsentCase | undefined> {
    const [row] = await this.sql.rows<ConsentCaseRow>(FIND_BY_ID, [brandId, brandUser, requestId]);
    return row && consentCase(row);
  }

  /**
   * Decides a request once (P23, P29), the grant in the same transaction: undefined when it is decided, expired or gone. In: the
   * id of the HTTP request, for the audit. Out: how it ended and the issuer of the personal agent.
   */
  decide(
    answer: ConsentAnswer,
    httpRequestId: string,
  ): Promise<{ readonly end: ConsentEnd; readonly issuer: string } | undefined> {
    return this.sql.transaction(async tx => {
      const held = await this.hold(tx, answer);
      if (!held) return undefined;
      const { decision, ticked } = answer;
      const asked = { decision, requested: held.scopes, ticked };
      const outcome = decideConsent(asked, standingGrant(held), held.card, held.now.getTime());
      if (outcome.kind === 'denied') {
        await this.end(tx, answer, 'denied', null, httpRequestId);
        return { end: { status: 'denied' }, issuer: held.issuer };
      }
      const grantId = await this.storeTerms(tx, answer, held, outcome.terms, outcome.widens);
      await this.end(tx, answer, 'approved', grantId, httpRequestId, outcome.terms);
      return { end: { status: 'approved', granted: outcome.granted }, issuer: held.issuer };
    });
  }

  /**
   * Approves without asking, because a live grant covers everything (P22): the grant stays as it is, since its 30 days run from
   * the last consent (P29). Undefined when the request is decided, expired or gone, or no longer covered.
   */
  skip(
    place: ConsentPlace,
    httpRequestId: string,
  ): Promise<{ readonly granted: readonly string[]; readonly issuer: string } | undefined> {
    return this.sql.transaction(async tx => {
      const held = await this.hold(tx, place);
      if (!held) return undefined;
      const question = {
        brandSkips: true,
        proof: 'assertion' as const,
        requested: held.scopes,
        grant: standingGrant(held),
      };
      if (!skipsConsent(question, held.card, held.now.getTime())) return undefined;
      await this.end(tx, place, 'approved', held.grantId, httpRequestId);
      return { granted: held.scopes, issuer: held.issuer };
    });
  }

  /** Makes a code that lets one User of the Brand see its connected agents once, for ten minutes. */
  mintManage(brandId: string): Promise<{ readonly userCode: string }> {
    return withFreshUserCode(async userCode => {
      const values = [freshUlid(), brandId, userCode, LIMITS.deviceCodeSeconds];
      return (await this.sql.affected(MINT_MANAGE, values)) === 1 ? { userCode } : undefined;
    });
  }

  /** Uses a manage code up. Out: whether this was the first time, in time. */
  async consumeManage(brandId: string, requestId: string): Promise<boolean> {
    return (await this.sql.affected(CONSUME_MANAGE, [brandId, requestId])) === 1;
  }

  /** Takes the card, the request's row and then the turn of its grant; what is read afterwards stays true until the end. */
  private async hold(
    tx: SqlExecutor,
    { brandId, requestId, brandUser }: ConsentPlace,
  ): Promise<HeldCase | undefined> {
    const [brand] = await tx.rows<{ scopes: readonly BrandScope[] }>(LOCK_CARD, [brandId]);
    if (!brand) return undefined;
    const [request] = await tx.rows<{ personalAgentId: string; sub: string }>(LOCK_REQUEST, [
      brandId,
      requestId,
    ]);
    if (!request) return undefined;
    const grantOf = [brandUser, request.personalAgentId, request.sub, brandId];
    await tx.rows(LOCK_GRANT, grantOf);
    await tx.rows(LOCK_LIVE_GRANT, grantOf);
    const [held] = await tx.rows<Omit<HeldCase, 'card'>>(FIND_BY_ID, [brandId, brandUser, requestId]);
    return held && { ...held, card: brand.scopes.map(({ id }) => id) };
  }

  private async storeTerms(
    tx: SqlExecutor,
    { brandId, brandUser }: ConsentPlace,
    { personalAgentId, sub, grantId }: HeldCase,
    { scopes, unticked, consentedAtMs, endsAtMs }: GrantTerms,
    widens: boolean,
  ): Promise<string> {
    const terms = [scopes, unticked, new Date(consentedAtMs), new Date(endsAtMs)];
    if (widens) {
      invariant(grantId !== null, 'a grant that is widened is there');
      await tx.affected(WIDEN_GRANT, [grantId, ...terms]);
      return grantId;
    }
    await tx.affected(END_LAPSED, [brandUser, personalAgentId, sub, brandId]);
    const id = `a2agrant_${freshUlid()}`;
    await tx.affected(INSERT_GRANT, [id, brandUser, personalAgentId, sub, brandId, ...terms]);
    return id;
  }

  private async end(
    tx: SqlExecutor,
    { brandId, requestId, brandUser }: ConsentPlace,
    state: 'approved' | 'denied',
    grantId: string | null,
    httpRequestId: string,
    terms?: GrantTerms,
  ): Promise<void> {
    const decided = await tx.affected(DECIDE, [brandId, requestId, state, grantId]);
    invariant(decided === 1, 'a request whose row is held is pending');
    await recordAudit(tx, {
      actor: { id: brandUser, role: 'user' },
      action: state === 'approved' ? 'grant.consent' : 'grant.decline',
      object: grantId === null ? { type: 'device-request', id: requestId } : { type: 'grant', id: grantId },
      brandId,
      before: null,
      after: terms ? { scopes: terms.scopes, unticked: terms.unticked } : null,
      reason: null,
      requestId: httpRequestId,
    });
  }
}
