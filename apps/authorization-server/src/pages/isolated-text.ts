/** LRI, RLI and FSI begin what PDI ends (Unicode UAX 9, 2.4 and 2.5). */
const ISOLATE_STARTS = new Set(['\u2066', '\u2067', '\u2068']);
const ISOLATE_END = '\u2069';

/** Tab and line ends, line and paragraph separators: the latter end every isolate around them (UAX 9, 3.3.1). */
const SEPARATORS = /[\t\n\v\f\r\u0085\u2028\u2029]/gu;
/** Controls that are left then; U+001C to U+001E are paragraph separators as well. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/gu;

/**
 * Text that can be isolated from what surrounds it. A browser isolates an element by the same characters that text may hold,
 * so one that is not balanced reaches beyond its element: an end without a start is dropped, a start without an end gets
 * one. Separators become blanks, other controls U+FFFD. Everything else stays as it is: a Brand's words are shown verbatim
 * (PACT 5.2), and marks of direction, embeddings and overrides end with the element.
 */
export function isolated(text: string): string {
  let open = 0;
  let balanced = '';
  for (const character of text.replace(SEPARATORS, ' ').replace(CONTROLS, '\ufffd')) {
    if (ISOLATE_STARTS.has(character)) open += 1;
    if (character === ISOLATE_END && open === 0) continue;
    if (character === ISOLATE_END) open -= 1;
    balanced += character;
  }
  return balanced + ISOLATE_END.repeat(open);
}
