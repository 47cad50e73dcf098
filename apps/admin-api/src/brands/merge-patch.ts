import { isJsonObject } from '@surety/kernel';

/**
 * Merges a change into what is stored (RFC 7396): objects merge member by member, `null` removes, all else replaces.
 * Neither argument is touched.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map<string, unknown>(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
