/** Injection token of the process clock; deadlines are the database's, this one dates tokens and fetches. */
export const CLOCK = Symbol('clock');
