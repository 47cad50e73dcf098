/** One page of a list, newest first. */
export interface PageAsked {
  readonly limit: number;
  /** Only ids below this one: the last that was shown. */
  readonly before?: string | undefined;
}
