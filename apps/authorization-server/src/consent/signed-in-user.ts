/** A Brand's User whom its login or a live session has proven. */
export interface SignedInUser {
  /** The User's id at the Brand. */
  readonly sub: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** Something that a reader can see: blanks, controls and characters without a shape are nothing (Unicode, Default_Ignorable). */
const VISIBLE = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * How the User recognises their account: e-mail address or name, if the Brand gave one, else the id there. What shows nothing is as good
 * as not given, so that nobody allows anything for an account that the page does not name.
 */
export function accountOf({ sub, email, name }: SignedInUser): string {
  return [email, name].find(text => text !== undefined && VISIBLE.test(text)) ?? sub;
}
