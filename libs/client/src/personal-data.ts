const DIGITS_LIKE_A_PHONE_NUMBER = /^\+?[0-9]{7,15}$/;

/**
 * Whether a `sub` looks like personal data, which PACT 3.2 forbids: it contains `@`, or is 7 to 15 digits with an
 * optional `+`. A heuristic on purpose: it stops the two mistakes that are made, an e-mail address and a phone number.
 */
export function looksLikePersonalData(sub: string): boolean {
  return sub.includes('@') || DIGITS_LIKE_A_PHONE_NUMBER.test(sub);
}
