import { type Result, err, ok } from '@surety/kernel';

/** Where a login leads back to: always the consent address, and sometimes with the code of the request. */
export interface ReturnTo {
  readonly userCode: string | undefined;
}

/**
 * Reads `return_to` (PACT wire 3): only our Provider's consent address of this very Brand is one, with nothing but a user code in
 * its query. What is posted later goes to the address we know and never to this text. The error says why there is no login.
 */
export function readReturnTo(text: string | undefined, consentUrl: string): Result<ReturnTo, string> {
  if (text === undefined) return err('return_to is missing');
  if (text === consentUrl) return ok({ userCode: undefined });
  const prefix = `${consentUrl}?user_code=`;
  if (!text.startsWith(prefix)) return err('return_to is not the consent address of this Brand');
  const userCode = text.slice(prefix.length);
  return /^[A-Za-z0-9-]{1,64}$/.test(userCode) ? ok({ userCode }) : err('return_to has a strange query');
}
