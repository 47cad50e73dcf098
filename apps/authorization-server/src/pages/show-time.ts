import { rfc3339 } from '@surety/kernel';
import type { Language } from './languages';
import { type Markup, markup } from '@surety/platform';

/** A point of time for people and programs: in words of the language, in UTC. In: milliseconds since 1970. */
export function showTime(ms: number, language: Language): Markup {
  const words = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(ms);
  return markup`<time datetime="${rfc3339(ms)}">${words} UTC</time>`;
}
