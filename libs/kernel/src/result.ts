/** An expected outcome of a rule: either a value or an error that the caller must name; faults are thrown instead. */
export type Result<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** Wraps a value as a successful {@link Result}. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** Wraps an expected failure as a {@link Result}. */
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });
