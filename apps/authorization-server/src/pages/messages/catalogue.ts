import type { Language } from '../languages';
import { ar } from './ar';
import { en } from './en';
import { es } from './es';
import type { Messages } from './messages';

const CATALOGUE: Readonly<Record<Language, Messages>> = { en, ar, es };

/** Our words in one language. */
export function messagesIn(language: Language): Messages {
  return CATALOGUE[language];
}
