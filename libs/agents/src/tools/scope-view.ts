import { AgentFailure, type StepUp } from '../port';
import type { CardScope } from './tool-config';

/** Which scopes of a Brand's card a turn has, and which it could still be given (P29). */
export class ScopeView {
  private readonly cardIds: readonly string[];

  constructor(
    readonly card: readonly CardScope[],
    readonly effective: readonly string[],
  ) {
    this.cardIds = card.map(scope => scope.id);
  }

  /** Whether the effective scope has all of these. */
  covers(scopes: readonly string[]): boolean {
    return scopes.every(scope => this.effective.includes(scope));
  }

  /** Whether each of these that is missing is one that the User could still permit. */
  couldCover(scopes: readonly string[]): boolean {
    return scopes.every(scope => this.effective.includes(scope) || this.cardIds.includes(scope));
  }

  /** Those of these which the card offers and the effective scope lacks, in card order. */
  askable(scopes: readonly string[]): readonly string[] {
    return this.cardIds.filter(id => scopes.includes(id) && !this.effective.includes(id));
  }

  /** The step-up for what is missing of these. Throws AgentFailure `unsupported` when nobody could permit it. */
  stepUp(scopes: readonly string[], text?: string): StepUp {
    if (!this.couldCover(scopes)) {
      throw new AgentFailure('unsupported', 'a call needs a scope that the card does not offer');
    }
    return { kind: 'step-up', missingScopes: this.askable(scopes), text };
  }
}
