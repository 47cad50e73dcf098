import type { Language } from './languages';
import { markup } from '@surety/platform';
import type { Notice } from './messages/messages';
import type { Page } from './page';

/** A page that only says something, all of it in our own words. */
export function noticePage({ heading, text }: Notice, language: Language): Page {
  return {
    language,
    title: heading,
    body: markup`<h1 tabindex="-1" autofocus>${heading}</h1>
<p>${text}</p>`,
  };
}
