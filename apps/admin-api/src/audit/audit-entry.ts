import type { AuditEntry, AuditRecord } from '@surety/registry';
import type { Call } from '../auth/principal';
import { changedMembers } from './changed-members';

/** What was done to which object; views have their secrets hidden. */
export interface AuditedChange {
  /** `brand.update`: object type and verb. */
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string };
  /** The Brand it belongs to, so that its own operators may read the row; null for the deployment's objects. */
  readonly brandId: string | null;
  readonly before: AuditRecord | null;
  readonly after: AuditRecord | null;
  readonly reason: string | undefined;
}

/** The audit row of a change (PACT wire §6): who, what, and only the members that differ. */
export function auditEntry({ caller, requestId }: Call, change: AuditedChange): AuditEntry {
  const { action, object, brandId, reason } = change;
  return {
    actor: { id: caller.id, role: caller.role },
    action,
    object,
    brandId,
    ...changedMembers(change.before, change.after),
    reason: reason ?? null,
    requestId,
  };
}
