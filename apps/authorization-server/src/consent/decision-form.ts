import { LANGUAGES, LANGUAGE_TAGS, type Language } from '../pages/languages';
import { type Content, type Markup, markup } from '@surety/platform';
import { outside } from '../pages/outside-text';
import { messagesIn } from '../pages/messages/catalogue';

/** One requested scope as the form offers it; the description is the Brand's and stays as it is (PACT 5.2). */
export interface ScopeBox {
  readonly id: string;
  readonly description: string;
  readonly ticked: boolean;
}

/** What the decision form of a consent page is made of. */
export interface DecisionFormFacts {
  readonly language: Language;
  /** The absolute address of the decision; it has no `&`. */
  readonly action: string;
  /** The signed session, for its hidden field. */
  readonly session: string;
  readonly boxes: readonly ScopeBox[];
  /** How long and how to undo. */
  readonly terms: Content;
}

/**
 * The decision form, byte for byte in the order that bare parsers read (PACT wire 3): hidden session, boxes, Cancel before Allow
 * so that Enter never allows, languages last. Nothing here depends on a script.
 */
export function decisionForm({ language, action, session, boxes, terms }: DecisionFormFacts): Markup {
  const { scopes, cancel, allow } = messagesIn(language).consent;
  return markup`<form method="post" action="${action}">
<input type="hidden" name="session" value="${session}">
<fieldset><legend>${scopes}</legend>${boxes.map(scopeBox)}${terms}</fieldset>
<button type="submit" name="decision" value="deny">${cancel}</button> <button type="submit" name="decision" value="allow">${allow}</button>
${languageButtons(language)}</form>`;
}

/** The same form when a live grant covers everything and the Brand skips consent: nothing to choose, only to go on (P22). */
export function continueForm({ language, action, session, boxes, terms }: DecisionFormFacts): Markup {
  const { covered, cancel, continueText } = messagesIn(language).consent;
  const hidden = boxes.map(({ id }) => markup`<input type="hidden" name="scope" value="${id}">`);
  const items = boxes.map(({ description }) => markup`<li>${outside(description)}</li>`);
  return markup`<form method="post" action="${action}">
<input type="hidden" name="session" value="${session}">
${hidden}
<p>${covered}</p>
<ul>${items}</ul>
${terms}
<button type="submit" name="decision" value="deny">${cancel}</button> <button type="submit" name="decision" value="allow">${continueText}</button>
${languageButtons(language)}</form>`;
}

function scopeBox({ id, description, ticked }: ScopeBox): Markup {
  const words = outside(description);
  return ticked
    ? markup`<label><input type="checkbox" name="scope" value="${id}" checked> ${words}</label>`
    : markup`<label><input type="checkbox" name="scope" value="${id}"> ${words}</label>`;
}

/** The other languages, each in its own words. */
function languageButtons(current: Language): readonly Markup[] {
  return LANGUAGE_TAGS.filter(tag => tag !== current).map(
    tag =>
      markup`<button type="submit" name="lang" value="${tag}" lang="${tag}">${LANGUAGES[tag].name}</button>`,
  );
}
