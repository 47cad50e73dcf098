import { properties } from './terminal-text';

/** A Brand as the admin API shows it; only the members that are printed. */
export interface Brand {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly domain?: string | null;
  readonly state: string;
  readonly agent?: { readonly kind: string; readonly url?: string };
  readonly cardUrl: string;
  readonly interfaceUrl: string;
}

/** A Brand as a person reads it. */
export function brandText(brand: Brand): string {
  return properties([
    ['id', brand.id],
    ['name', brand.name],
    ['state', brand.state],
    ['description', brand.description],
    ['domain', brand.domain ?? undefined],
    ['agent', brand.agent && [brand.agent.kind, brand.agent.url].filter(Boolean).join(' ')],
    ['card', brand.cardUrl],
    ['interface', brand.interfaceUrl],
  ]);
}
