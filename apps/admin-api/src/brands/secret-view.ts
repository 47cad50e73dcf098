import type { SealedHeaders, SealedSecret } from '@surety/agents';

/** A secret as answers show it: that it is set, and since when (PACT wire §6). */
export interface SecretView {
  readonly set: true;
  readonly updatedAt: string;
}

/** Of a sealed secret nothing but its time leaves. */
export const secretView = ({ updatedAt }: SealedSecret): SecretView => ({ set: true, updatedAt });

/** The same for secret headers by name. */
export function secretsView(headers: SealedHeaders): Record<string, SecretView> {
  const shown = Object.entries(headers).map(([name, secret]) => [name, secretView(secret)] as const);
  return Object.fromEntries(shown);
}
