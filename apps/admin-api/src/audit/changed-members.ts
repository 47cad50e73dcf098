import type { AuditRecord } from '@surety/registry';

/**
 * What a change did, for the audit row: only the members that differ, as they were and as they are. In: two views
 * of one object whose secrets are already hidden. `null` stands for "not there".
 */
export function changedMembers(
  before: AuditRecord | null,
  after: AuditRecord | null,
): { before: AuditRecord | null; after: AuditRecord | null } {
  if (before === null || after === null) return { before, after };
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (from: AuditRecord) => Object.fromEntries(changed.map(name => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
