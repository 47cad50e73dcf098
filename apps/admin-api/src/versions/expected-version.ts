import type { Call } from '../auth/principal';
import { Problem } from '../problem/problem';
import { ifMatchHolds } from './if-match';

/** Lets a change go on when `If-Match` names this version or is absent. Throws a 412 Problem otherwise. */
export function expectVersion({ ifMatch }: Call, row: { readonly version: number }): void {
  if (ifMatchHolds(ifMatch, row.version)) return;
  throw new Problem('version_mismatch', `The stored version is ${row.version}. Read the object again.`);
}
