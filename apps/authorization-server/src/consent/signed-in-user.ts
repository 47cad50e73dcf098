/** A Brand's User whom its login or a live session has proven. */
export interface SignedInUser {
  /** The User's id at the Brand. */
  readonly sub: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** How the User recognises their account: e-mail address or name, if the Brand gave one, else the id there. */
export function accountOf({ sub, email, name }: SignedInUser): string {
  return email ?? name ?? sub;
}
