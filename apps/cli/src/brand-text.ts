import type { AdminObject } from './admin.client';
import { properties } from './terminal-text';

/** A Brand of the admin API as a person reads it. */
export function brandText(brand: AdminObject): string {
  const agent = typeof brand.agent === 'object' && brand.agent !== null ? brand.agent : {};
  const kind = 'kind' in agent ? String(agent.kind) : undefined;
  const url = 'url' in agent ? String(agent.url) : undefined;
  return properties([
    ['id', brand.id],
    ['name', brand.name],
    ['state', brand.state],
    ['description', brand.description],
    ['domain', brand.domain],
    ['agent', kind && [kind, url].filter(Boolean).join(' ')],
    ['card', brand.cardUrl],
    ['interface', brand.interfaceUrl],
    ...checks(brand).map(
      check => [`check ${check.code}`, `${check.ok ? 'ok' : 'NOT ok'}: ${check.message}`] as const,
    ),
  ]);
}

interface Check {
  readonly code: string;
  readonly ok: boolean;
  readonly message: string;
}

/** What the Provider looked at before the Brand goes live. */
function checks(brand: AdminObject): readonly Check[] {
  return Array.isArray(brand.checks) ? (brand.checks as readonly Check[]) : [];
}
