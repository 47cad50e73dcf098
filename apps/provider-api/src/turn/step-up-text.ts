/** What is said to a step-up whose agent says nothing of its own (PACT wire 5.2), in the languages that the consent page speaks. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['es', 'Necesito tu permiso para hacerlo.'],
  ['ar', 'أحتاج إلى إذنك للقيام بذلك.'],
]);
const EN = 'I need your permission to do this.';

/** In: the deployment's language tag, whose first part decides. Out: English where there is no text of that language. */
export function stepUpText(language: string): string {
  const [primary = ''] = language.split('-');
  return TEXTS.get(primary) ?? EN;
}
