import type { Language } from '../pages/languages';
import { markup } from '@surety/platform';
import { outside } from '../pages/outside-text';
import { messagesIn } from '../pages/messages/catalogue';
import type { Page } from '../pages/page';

/** Asks for the user code (RFC 8628 3.3): where a live session opens the link without one. In: C, where the form leads. */
export function askCodePage(language: Language, brandName: string, consentUrl: string): Page {
  const { askCode } = messagesIn(language);
  const body = markup`<h1 tabindex="-1" autofocus>${askCode.title}</h1>
<p>${outside(brandName)}</p>
<p>${askCode.text}</p>
<form method="get" action="${consentUrl}">
<label for="user-code">${askCode.label}</label>
<input type="text" id="user-code" name="user_code" dir="ltr" required autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="64">
<button type="submit">${askCode.next}</button>
</form>`;
  return { language, title: askCode.title, body };
}
