import Negotiator from 'negotiator';

/** The languages of the pages: own name and direction of writing. English stands first: it is what nobody asked for gets. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  es: { name: 'Español', direction: 'ltr' },
} as const satisfies Record<string, { readonly name: string; readonly direction: 'ltr' | 'rtl' }>;

export type Language = keyof typeof LANGUAGES;

/** Every language, in the order in which pages offer them; `ui_locales_supported` of the metadata too. */
export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as readonly Language[];

/** Whether a tag names one of our languages, exactly. */
export function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && Object.hasOwn(LANGUAGES, tag);
}

/**
 * The language of a page (RFC 9110 12.5.4): the best of ours that the header asks for, else the operator's, else English.
 * In: `Accept-Language` as it came; `SURETY_LANGUAGE`.
 */
export function negotiateLanguage(acceptLanguage: string | undefined, operatorsLanguage: string): Language {
  if (acceptLanguage !== undefined) {
    const accepted = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages([
      ...preferring(operatorsLanguage),
    ]);
    const best = accepted.find(isLanguage);
    if (best !== undefined) return best;
  }
  return preferring(operatorsLanguage)[0] ?? 'en';
}

/** Our languages with the operator's first, which `*` means. */
function preferring(operatorsLanguage: string): readonly Language[] {
  const base = operatorsLanguage.split('-', 1)[0];
  return [...LANGUAGE_TAGS].sort((one, other) => Number(other === base) - Number(one === base));
}
