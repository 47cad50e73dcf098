import type { ReceiptClaims } from '@surety/tokens';
import type { Language } from '../pages/languages';
import { type Content, type Markup, markup } from '@surety/platform';
import { outside, outsideLtr } from '../pages/outside-text';
import { messagesIn } from '../pages/messages/catalogue';
import type { Page } from '../pages/page';
import { showTime } from '../pages/show-time';

/** What a check found: the claims of a genuine receipt, or that it is none. */
export type ReceiptFinding =
  { readonly kind: 'valid'; readonly claims: ReceiptClaims } | { readonly kind: 'invalid' };

/** The public page that checks a receipt (PACT 5.6); `finding` and `jws` are there once one was sent. */
export function receiptPage(facts: {
  readonly language: Language;
  readonly action: string;
  readonly jws?: string;
  readonly finding?: ReceiptFinding;
}): Page {
  const { language, action, jws, finding } = facts;
  const { receipt } = messagesIn(language);
  const body = markup`<h1 tabindex="-1" autofocus>${receipt.title}</h1>
<p>${receipt.intro}</p>
${finding === undefined ? undefined : markup`${findingOf(finding, language)}\n`}<form method="post" action="${action}">
<label for="jws">${receipt.field}</label>
<textarea id="jws" name="jws" dir="ltr" rows="6" required spellcheck="false" autocomplete="off">${jws}</textarea>
<button type="submit">${receipt.check}</button>
</form>`;
  return { language, title: receipt.title, body };
}

function findingOf(finding: ReceiptFinding, language: Language): Markup {
  const { receipt } = messagesIn(language);
  if (finding.kind === 'invalid') return markup`<p class="notice" role="status">${receipt.invalid}</p>`;
  const { pa, brand, user, grantId, scopesUsed, actions, ts } = finding.claims;
  return markup`<p class="notice" role="status">${receipt.valid}</p>
<h2>${receipt.claims}</h2>
<dl>
${row(receipt.personalAgent, outsideLtr(pa))}${row(receipt.brand, outsideLtr(brand))}${row(receipt.user, outside(user))}${row(receipt.grant, outsideLtr(grantId))}${row(receipt.scopesUsed, listed(scopesUsed, receipt.nothing))}${row(
    receipt.actions,
    listed(
      actions.map(({ tool, argsHash }) => (argsHash === undefined ? tool : `${tool} ${argsHash}`)),
      receipt.nothing,
    ),
  )}${row(receipt.time, showTime(Date.parse(ts), language))}</dl>`;
}

function row(name: string, value: Content): Markup {
  return markup`<div><dt>${name}</dt><dd>${value}</dd></div>
`;
}

function listed(items: readonly string[], nothing: string): Markup | string {
  if (items.length === 0) return nothing;
  return markup`<ul>${items.map(item => markup`<li>${outsideLtr(item)}</li>`)}</ul>`;
}
