import type { TurnDelegation } from '@surety/registry';

/** What the delegation header of an admitted request proved (PACT 5.5); its grant was live a moment ago. */
export interface Delegation extends TurnDelegation {
  /** The token as the personal agent presented it. */
  readonly token: string;
  /** As the token lists them; what a turn may do is this ∩ grant ∩ card (P29). */
  readonly tokenScopes: readonly string[];
}
