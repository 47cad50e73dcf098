import { Injectable } from '@nestjs/common';
import { type BrandRow, type BrandScope, BrandScopes, type ScopeUse } from '@surety/registry';
import { auditEntry } from '../audit/audit-entry';
import type { Call, Principal } from '../auth/principal';
import { BrandsService } from '../brands/brands.service';
import { Problem, invalidRequest, notFound } from '../problem/problem';
import { expectVersion } from '../versions/expected-version';
import { neededScopes, scopeFaults, scopeWarnings } from './scope-change';
import type { ReplaceScopesBody } from './scope.dto';
import type { ChangedScopesView, ScopesView } from './scope.view';

/** The scopes of a Brand as operators manage them: the whole list, in card order. */
@Injectable()
export class ScopesService {
  constructor(
    private readonly brands: BrandsService,
    private readonly scopes: BrandScopes,
  ) {}

  /** The list. Throws 404, also for another's Brand. */
  async read(brandId: string, caller: Principal): Promise<ScopesView> {
    return { scopes: shown((await this.brands.find(brandId, caller)).scopes) };
  }

  /**
   * Replaces the list; a scope that goes leaves every grant. With `dryRun` only says what would happen. Throws 400 for what does
   * not fit, 404, 409 when the Brand is closed or a tool needs a scope that goes, 412.
   */
  async replace(
    brandId: string,
    { scopes, reason }: ReplaceScopesBody,
    dryRun: boolean,
    call: Call,
  ): Promise<ChangedScopesView> {
    const after = scopes.map(({ id, description }) => ({ id, description }));
    const faults = scopeFaults(after);
    if (faults.length > 0) throw invalidRequest(faults);
    const brand = await this.brands.find(brandId, call.caller);
    if (dryRun) {
      const ids = brand.scopes.map(({ id }) => id);
      return changed(brand, after, await this.scopes.uses(brandId, ids), call);
    }
    let answer: ChangedScopesView | undefined;
    const replaced = await this.scopes.replace(
      brandId,
      after,
      (before, uses) => void (answer = changed(before, after, uses, call)),
      before =>
        auditEntry(call, {
          action: 'brand.scopes',
          object: { type: 'brand', id: brandId },
          brandId,
          before: { scopes: shown(before.scopes) },
          after: { scopes: after },
          reason,
        }),
    );
    if (!replaced || !answer) throw notFound();
    return answer;
  }
}

/** Judges a new list against the Brand as it is, and says what it means. */
function changed(
  before: BrandRow,
  after: readonly BrandScope[],
  uses: ReadonlyMap<string, ScopeUse>,
  call: Call,
): ChangedScopesView {
  if (before.closedAt !== null) throw new Problem('conflict', 'The Brand is closed, and that is final.');
  expectVersion(call, before);
  const needed = neededScopes(after, uses);
  if (needed.length > 0) {
    const errors = needed.map(([scope, tools]) => ({
      path: 'scopes',
      code: 'needed_by_tool',
      message: `${scope} is needed by ${tools.join(', ')}.`,
    }));
    throw new Problem('conflict', 'A tool needs a scope that would go.', { errors });
  }
  return { scopes: shown(after), warnings: scopeWarnings(before.scopes, after, uses) };
}

const shown = (scopes: readonly BrandScope[]) => scopes.map(({ id, description }) => ({ id, description }));
