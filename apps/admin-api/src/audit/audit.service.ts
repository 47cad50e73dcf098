import { Injectable } from '@nestjs/common';
import { rfc3339 } from '@surety/kernel';
import { AuditLog, type AuditRow } from '@surety/registry';
import type { Principal } from '../auth/principal';
import { type Page, Pages } from '../paging/pages.service';
import type { ListAuditQuery } from './audit.dto';
import type { AuditView } from './audit.view';

/** The audit: rows are only ever read here; changes write them. */
@Injectable()
export class AuditService {
  constructor(
    private readonly log: AuditLog,
    private readonly pages: Pages,
  ) {}

  /** One page, newest first; for a brand-operator of its own Brands only. */
  list(query: ListAuditQuery, { brands }: Principal): Promise<Page<AuditView>> {
    const { actor, action, objectType, objectId, from, to } = query;
    const filters = { actor, action, objectType, objectId, from, to, brandIds: brands };
    return this.pages.read('audit', query, asked => this.log.list(filters, asked), auditView);
  }
}

function auditView(row: AuditRow): AuditView {
  return {
    id: row.id,
    at: rfc3339(row.at.getTime()),
    actor: { id: row.actorId, role: row.actorRole },
    action: row.action,
    object: { type: row.objectType, id: row.objectId },
    before: row.before && { ...row.before },
    after: row.after && { ...row.after },
    reason: row.reason,
    requestId: row.requestId,
  };
}
