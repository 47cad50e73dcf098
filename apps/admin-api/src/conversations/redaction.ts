/** What a shape of personal data or of a secret is replaced with, tried in this order. */
const SHAPES: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  // A compact JWS or JWE: base64url parts with dots, the first one a JSON object. The run is looked at once, whole: a match
  // that could begin at every `eyJ` inside it would cost the square of its length.
  [/(?<![\w-])[\w-]+(?:\.[\w-]*)+/g, hideJose],
  // Authorization headers quoted in a text.
  [/\b(Bearer|Basic)[ \t]+[\w~+/.=-]{8,}/gi, '[token]'],
  // Keys with the usual prefixes: sk_live_…, ghp_…, xoxb-…, AKIA…, our own dc_ and rt_.
  [/\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs]|dc|rt|whsec)[_-][\w-]{12,}/g, '[token]'],
  [/\bAKIA[0-9A-Z]{16}\b/g, '[token]'],
  [/[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}.-]{1,253}\.[\p{L}\p{N}-]{2,63}/gu, '[e-mail]'],
  // Payment cards and IBANs before phones, since both are runs of digits.
  [/\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,4})?\b/g, '[card]'],
  [/(?<![\w])\d(?:[ .-]?\d){12,18}(?![\w])/g, found => (isCardNumber(found) ? '[card]' : found)],
  [/(?<![\w.])(?:\+|00)\d(?:[ ()./-]{0,2}\d){6,14}(?![\w])/g, '[phone]'],
  [/(?<![\w-])\(?0\d{1,4}\)?(?:[ ./-]{0,2}\d){5,11}(?![\w])/g, '[phone]'],
  [/(?<![\w-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w])/g, '[phone]'],
  // Long random runs of hexadecimal or base64url with both letters and digits.
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9_-]{32,}(?![\w-])/g, '[token]'],
];

/**
 * A text of a conversation as an operator may see it: e-mail addresses, phone and card numbers and tokens replaced
 * by their kind in brackets (PACT wire §6). Any text in, never longer than twice as long out; applying it twice
 * changes nothing.
 */
export function redact(text: string): string {
  return SHAPES.reduce<string>(
    (current, [shape, by]) =>
      typeof by === 'string' ? current.replace(shape, by) : current.replace(shape, by),
    text,
  );
}

/** A run of dotted words from where a JWS or JWE begins in it. */
function hideJose(run: string): string {
  const start = run.search(/\beyJ[\w-]{5}/);
  return start < 0 || !run.includes('.', start) ? run : `${run.slice(0, start)}[token]`;
}

/** The check digit of ISO/IEC 7812 (Luhn), so that order numbers stay readable. */
function isCardNumber(found: string): boolean {
  const digits = [...found].filter(character => character >= '0' && character <= '9').map(Number);
  const sum = digits.reverse().reduce((total, digit, index) => {
    const value = index % 2 === 1 ? digit * 2 : digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
