import { isScopeId } from '@surety/device-grant';
import type { BrandScope, ScopeUse } from '@surety/registry';
import type { FieldFault } from '../problem/problem';
import type { ScopeWarningView } from './scope.view';

const CONTROL = /\p{Cc}/u;

/** What single members cannot show: an id that no token may carry or that stands twice, a control character (P31). */
export function scopeFaults(scopes: readonly BrandScope[]): FieldFault[] {
  const ids = scopes.map(({ id }) => id);
  return scopes.flatMap(({ id, description }, index) => {
    const path = `scopes.${index}`;
    const faults: FieldFault[] = [];
    if (!isScopeId(id)) {
      const message = 'An id is visible ASCII without blank, quote and backslash, and no whole number.';
      faults.push({ path: `${path}.id`, code: 'wrong_format', message });
    } else if (ids.indexOf(id) !== index) {
      faults.push({ path: `${path}.id`, code: 'repeated', message: 'Scope ids are unique on a card.' });
    }
    if (CONTROL.test(description)) {
      const message = 'A description holds no control characters.';
      faults.push({ path: `${path}.description`, code: 'wrong_format', message });
    }
    return faults;
  });
}

/** What a new list means for those who granted the old one (PACT wire §6): words that changed, scopes that go. */
export function scopeWarnings(
  before: readonly BrandScope[],
  after: readonly BrandScope[],
  uses: ReadonlyMap<string, ScopeUse>,
): ScopeWarningView[] {
  const described = new Map(after.map(({ id, description }) => [id, description]));
  return before
    .filter(({ id, description }) => described.get(id) !== description)
    .map(({ id: scope }) => {
      const liveGrants = uses.get(scope)?.liveGrants ?? 0;
      const live = `${liveGrants} live ${liveGrants === 1 ? 'grant' : 'grants'}`;
      return described.has(scope)
        ? {
            code: 'description_changed',
            message: `${live} ${liveGrants === 1 ? 'stands' : 'stand'} on the old words of ${scope}.`,
            scope,
            liveGrants,
          }
        : { code: 'removed', message: `${scope} leaves ${live}.`, scope, liveGrants };
    });
}

/** The scopes that go although a tool names them, with the names of those tools. */
export function neededScopes(
  after: readonly BrandScope[],
  uses: ReadonlyMap<string, ScopeUse>,
): readonly (readonly [scope: string, tools: readonly string[]])[] {
  const kept = new Set(after.map(({ id }) => id));
  return [...uses].flatMap(([id, { tools }]) =>
    !kept.has(id) && tools.length > 0 ? [[id, tools] as const] : [],
  );
}
