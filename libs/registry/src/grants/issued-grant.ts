/** The grant that tokens have just been issued for. */
export interface IssuedGrant {
  readonly id: string;
  /** The User's id at the Brand. */
  readonly brandUser: string;
  /** In card order, as the grant's row holds them. */
  readonly scopes: readonly string[];
  readonly endsAt: Date;
}
