/** Members of an object as the audit shows them, secrets already hidden. */
export type AuditRecord = Readonly<Record<string, unknown>>;

/** What is to be remembered of one change. */
export interface AuditEntry {
  readonly actor: { readonly id: string; readonly role: string };
  /** `brand.update`: object type and verb. */
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string };
  /** The Brand it belongs to; null for the deployment's own objects. */
  readonly brandId: string | null;
  readonly before: AuditRecord | null;
  readonly after: AuditRecord | null;
  readonly reason: string | null;
  readonly requestId: string;
}

/** One row of the audit. */
export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly actorId: string;
  readonly actorRole: string;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly brandId: string | null;
  readonly before: AuditRecord | null;
  readonly after: AuditRecord | null;
  readonly reason: string | null;
  readonly requestId: string;
}

/** Which rows of the audit; absent members filter nothing, times are half-open. */
export interface AuditFilters {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only rows of these Brands; absent for somebody who may see all. */
  readonly brandIds?: readonly string[] | undefined;
}
