import type { Template } from './template';

/** A page that only says something: its heading and what it says. */
export interface Notice {
  readonly heading: string;
  readonly text: string;
}

/**
 * Every word of the pages that is ours. A language is one object of this type, so that a missing text does not compile; a Brand's
 * words are never among them, since they are shown verbatim (PACT 5.2).
 */
export interface Messages {
  readonly consent: {
    readonly title: string;
    readonly signedIn: Template<'account'>;
    readonly notYou: string;
    readonly asks: string;
    readonly unregistered: string;
    readonly code: string;
    readonly codeQuestion: string;
    readonly scopes: string;
    readonly terms: Template<'days'>;
    readonly undo: Template<'link'>;
    readonly connectedAgents: string;
    readonly cancel: string;
    readonly allow: string;
    readonly continueText: string;
    readonly covered: string;
  };
  readonly askCode: {
    readonly title: string;
    readonly text: string;
    readonly label: string;
    readonly next: string;
  };
  readonly connected: {
    readonly title: string;
    readonly intro: string;
    readonly signIn: string;
    readonly none: string;
    readonly since: string;
    readonly lastUsed: string;
    readonly never: string;
    readonly expires: string;
    readonly mayDo: string;
    readonly revokeOf: Template<'agent'>;
    readonly revoked: string;
  };
  readonly receipt: {
    readonly title: string;
    readonly intro: string;
    readonly field: string;
    readonly check: string;
    readonly valid: string;
    readonly invalid: string;
    readonly claims: string;
    readonly personalAgent: string;
    readonly brand: string;
    readonly user: string;
    readonly grant: string;
    readonly scopesUsed: string;
    readonly actions: string;
    readonly time: string;
    readonly nothing: string;
  };
  readonly approved: Notice;
  readonly declined: Notice;
  readonly refusals: {
    readonly link: Notice;
    readonly assertion: Notice;
    readonly origin: Notice;
    readonly guesses: Notice;
    readonly unavailable: Notice;
  };
}
