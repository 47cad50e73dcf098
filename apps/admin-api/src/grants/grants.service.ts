import { Injectable } from '@nestjs/common';
import { GrantAdmin, type GrantListRow, type GrantsToRevoke } from '@surety/registry';
import { auditEntry } from '../audit/audit-entry';
import { type Call, type Principal, seesBrand } from '../auth/principal';
import { BrandsService } from '../brands/brands.service';
import { type Page, Pages } from '../paging/pages.service';
import { invalidRequest, notFound } from '../problem/problem';
import { expectVersion } from '../versions/expected-version';
import type { ListGrantsQuery, RevokeGrantsBody } from './grant.dto';
import { type GrantView, type RevokedGrantsView, grantView } from './grant.view';

/** Grants as operators read and end them: an ended one is dead for the next request of every replica (P19). */
@Injectable()
export class GrantsService {
  constructor(
    private readonly grants: GrantAdmin,
    private readonly brands: BrandsService,
    private readonly pages: Pages,
  ) {}

  /** One page, newest first; of a brand-operator's own Brands only. */
  list(query: ListGrantsQuery, { brands }: Principal): Promise<Page<GrantView>> {
    const { brandId, personalAgentId, sub, user, status } = query;
    const filters = { brandId, personalAgentId, sub, user, status, brandIds: brands };
    return this.pages.read('grants', query, asked => this.grants.list(filters, asked), grantView);
  }

  /** One grant. Throws 404, also for one at another's Brand. */
  async read(id: string, caller: Principal): Promise<GrantView> {
    const row = await this.grants.find(id);
    if (row === undefined || !seesBrand(caller, row.brandId)) throw notFound();
    return grantView(row);
  }

  /** Ends a grant; one that is over stays as it is. Throws 404 and 412. */
  async revoke(id: string, reason: string | undefined, call: Call): Promise<GrantView> {
    const row = await this.grants.revoke(
      id,
      before => {
        if (!seesBrand(call.caller, before.brandId)) throw notFound();
        if (before.status === 'live') expectVersion(call, before);
      },
      (before, after) =>
        auditEntry(call, {
          action: 'grant.revoke',
          object: { type: 'grant', id },
          brandId: before.brandId,
          before: record(before),
          after: record(after),
          reason,
        }),
    );
    if (row === undefined) throw notFound();
    return grantView(row);
  }

  /** Ends every live grant of a personal agent or of a User at one Brand. Throws 400 unless exactly one is named, and 404. */
  async revokeMany(body: RevokeGrantsBody, call: Call): Promise<RevokedGrantsView> {
    const which = grantsToRevoke(body);
    await this.brands.find(body.brandId, call.caller);
    const { brandId, ...whose } = which;
    const revoked = await this.grants.revokeMany(which, count =>
      auditEntry(call, {
        action: 'brand.revoke-grants',
        object: { type: 'brand', id: brandId },
        brandId,
        before: null,
        after: { ...whose, revoked: count },
        reason: body.reason,
      }),
    );
    return { revoked };
  }
}

function grantsToRevoke({ brandId, personalAgentId, user }: RevokeGrantsBody): GrantsToRevoke {
  if (personalAgentId !== undefined && user === undefined) return { brandId, personalAgentId };
  if (user !== undefined && personalAgentId === undefined) return { brandId, user };
  const message = 'Give either personalAgentId or user.';
  throw invalidRequest([{ path: 'personalAgentId', code: 'not_allowed', message }]);
}

function record({ status, revokedBy }: GrantListRow) {
  return { status, revokedBy };
}
