import { type Markup, markup } from '@surety/platform';
import { isolated } from './isolated-text';

/** Text from outside, in an element that lets no direction of its leave it (PACT wire 3). */
export function outside(text: string): Markup {
  return markup`<bdi>${isolated(text)}</bdi>`;
}

/** An address or a code from outside: it reads from left to right in every language. */
export function outsideLtr(text: string): Markup {
  return markup`<bdi dir="ltr">${isolated(text)}</bdi>`;
}
