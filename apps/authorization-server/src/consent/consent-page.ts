import { LIMITS } from '@surety/kernel';
import { type Language } from '../pages/languages';
import { type Markup, markup } from '@surety/platform';
import { outside, outsideLtr } from '../pages/outside-text';
import { messagesIn } from '../pages/messages/catalogue';
import { fill } from '../pages/messages/template';
import type { Page } from '../pages/page';
import { type ScopeBox, continueForm, decisionForm } from './decision-form';

/** What a consent page shows; every string but the language comes from outside. */
export interface ConsentPageFacts {
  readonly language: Language;
  readonly brand: { readonly name: string; readonly domain: string };
  /** The signed-in User as the Brand names them: e-mail address or name, if it gave one, else the User's id there. */
  readonly account: string;
  readonly personalAgent: { readonly issuer: string; readonly registered: boolean };
  /** As people read it: `XXXX-XXXX`. */
  readonly userCode: string;
  readonly boxes: readonly ScopeBox[];
  readonly session: string;
  readonly decisionUrl: string;
  /** Where another User signs in. */
  readonly loginUrl: string;
  readonly connectedAgentsUrl: string;
  /** Everything asked for is granted already and the Brand skips consent: there is nothing to tick (P22). */
  readonly isCovered: boolean;
}

/**
 * The consent page (PACT 5.3, PACT wire 3), top to bottom: the Brand; who is signed in; the personal agent's issuer origin, which
 * nobody can forge; the user code; the scopes in the Brand's words; how long and how to undo; Cancel and Allow alike; languages.
 */
export function consentPage(facts: ConsentPageFacts): Page {
  const { language, brand, personalAgent, userCode } = facts;
  const { consent } = messagesIn(language);
  const body = markup`<h1 tabindex="-1" autofocus>${outside(brand.name)} <small>${outsideLtr(brand.domain)}</small></h1>
${signedIn(facts)}
<p>${consent.asks}</p>
<p class="agent">${outsideLtr(new URL(personalAgent.issuer).origin)}</p>
${personalAgent.registered ? undefined : markup`<p class="notice">${consent.unregistered}</p>\n`}<p>${consent.code} <strong class="code">${outsideLtr(userCode)}</strong></p>
<p>${consent.codeQuestion}</p>
${form(facts)}`;
  return { language, title: consent.title, body };
}

function signedIn({ language, account, loginUrl }: ConsentPageFacts): Markup {
  const { consent } = messagesIn(language);
  const who = fill(consent.signedIn, { account: outside(account) });
  return markup`<p>${who} <a href="${loginUrl}">${consent.notYou}</a></p>`;
}

function form(facts: ConsentPageFacts): Markup {
  const { language, decisionUrl, session, boxes, isCovered, connectedAgentsUrl } = facts;
  const { consent } = messagesIn(language);
  const days = new Intl.NumberFormat(language).format(LIMITS.grantDays);
  const link = markup`<a href="${connectedAgentsUrl}">${consent.connectedAgents}</a>`;
  const terms = markup`<p class="terms">${fill(consent.terms, { days })} ${fill(consent.undo, { link })}</p>`;
  const made = { language, action: decisionUrl, session, boxes, terms };
  return isCovered ? continueForm(made) : decisionForm(made);
}
