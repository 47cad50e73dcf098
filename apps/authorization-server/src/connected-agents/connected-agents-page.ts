import type { Language } from '../pages/languages';
import { type Markup, markup } from '@surety/platform';
import { outside, outsideLtr } from '../pages/outside-text';
import { messagesIn } from '../pages/messages/catalogue';
import { fill } from '../pages/messages/template';
import type { Page } from '../pages/page';
import { showTime } from '../pages/show-time';

/** One live grant as its User sees it. */
export interface ConnectedAgent {
  readonly grantId: string;
  readonly issuer: string;
  /** What the agent may do, in the Brand's words and in card order. */
  readonly descriptions: readonly string[];
  readonly sinceMs: number;
  readonly lastUsedMs: number | undefined;
  readonly endsMs: number;
}

/** What the list shows. */
export interface ConnectedAgentsFacts {
  readonly language: Language;
  readonly brandName: string;
  readonly account: string;
  readonly agents: readonly ConnectedAgent[];
  /** The signed session, for the hidden field of every form. */
  readonly session: string;
  readonly revokeUrl: string;
  /** True right after one was disconnected. */
  readonly hasRevoked: boolean;
}

/** The page before anybody has signed in: one button, which leads to the Brand's login. */
export function connectedAgentsEntry(language: Language, brandName: string, action: string): Page {
  const { connected } = messagesIn(language);
  const body = markup`<h1 tabindex="-1" autofocus>${connected.title}</h1>
<p>${outside(brandName)}</p>
<p>${connected.intro}</p>
<form method="post" action="${action}">
<button type="submit">${connected.signIn}</button>
</form>`;
  return { language, title: connected.title, body };
}

/** The list of a User's live grants, each with a form that ends it. */
export function connectedAgentsList(facts: ConnectedAgentsFacts): Page {
  const { language, brandName, account, agents, hasRevoked } = facts;
  const { connected, consent } = messagesIn(language);
  const body = markup`<h1 tabindex="-1" autofocus>${connected.title}</h1>
<p>${outside(brandName)}</p>
<p>${fill(consent.signedIn, { account: outside(account) })}</p>
${hasRevoked ? markup`<p class="notice" role="status">${connected.revoked}</p>\n` : undefined}${
    agents.length === 0 ? markup`<p>${connected.none}</p>` : agents.map(agent => section(agent, facts))
  }`;
  return { language, title: connected.title, body };
}

function section(agent: ConnectedAgent, { language, session, revokeUrl }: ConnectedAgentsFacts): Markup {
  const { connected } = messagesIn(language);
  const origin = outsideLtr(new URL(agent.issuer).origin);
  const used = agent.lastUsedMs === undefined ? connected.never : showTime(agent.lastUsedMs, language);
  return markup`<section>
<h2 class="agent">${origin}</h2>
<p>${connected.mayDo}</p>
<ul>${agent.descriptions.map(words => markup`<li>${outside(words)}</li>`)}</ul>
<dl>
<div><dt>${connected.since}</dt><dd>${showTime(agent.sinceMs, language)}</dd></div>
<div><dt>${connected.lastUsed}</dt><dd>${used}</dd></div>
<div><dt>${connected.expires}</dt><dd>${showTime(agent.endsMs, language)}</dd></div>
</dl>
<form method="post" action="${revokeUrl}">
<input type="hidden" name="session" value="${session}">
<input type="hidden" name="grant" value="${agent.grantId}">
<button type="submit">${fill(connected.revokeOf, { agent: origin })}</button>
</form>
</section>
`;
}
