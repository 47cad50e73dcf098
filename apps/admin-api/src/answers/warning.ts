/** Something that may work later and does not block now; `code` is part of the API. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}
