import type { AuditRecord } from './audit-entry';

/** Members that may hold a secret at any depth of an object, whatever its kind. */
const SECRET_MEMBERS = new Set([
  'headers',
  'apiKey',
  'sealed',
  'sealedPrivate',
  'privateJwk',
  'password',
  'token',
  'd',
]);
const DEPTH_MAX = 16;
const HIDDEN = '[hidden]';

/**
 * The last guard before a record is written for good: every string below a secret member is replaced, whatever the caller
 * did before. Out: a copy; members that only say that a secret is set, and since when, stay.
 */
export function redactAudit(record: AuditRecord | null): AuditRecord | null {
  return record && (redacted(record, false, 0) as AuditRecord);
}

function redacted(value: unknown, secret: boolean, depth: number): unknown {
  if (depth > DEPTH_MAX) return HIDDEN;
  if (Array.isArray(value)) return value.map(item => redacted(item, secret, depth + 1));
  if (typeof value !== 'object' || value === null) {
    return secret && typeof value === 'string' ? HIDDEN : value;
  }
  const members = Object.entries(value).map(([name, member]) => {
    const hide = (secret && name !== 'updatedAt') || SECRET_MEMBERS.has(name);
    return [name, redacted(member, hide, depth + 1)] as const;
  });
  return Object.fromEntries(members);
}
