import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request that a guide shows as a `curl` with a JSON body. */
export interface ShownCall {
  readonly method: string;
  /** As shown, such as `$BRAND/scopes`. */
  readonly address: string;
  readonly body: string;
}

const CALL = /curl -s -X ([A-Z]+) "([^"]+)" -H "\$AUTH" -H "\$JSON"[^'"]*-d '([^']*)'/g;

/** The requests of `docs/guides/<name>.md` in their order, so that a test sends what a reader would. */
export function shownCalls(name: string): ShownCall[] {
  const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'guides', `${name}.md`), 'utf8');
  return [...page.matchAll(CALL)].map(([, method = '', address = '', body = '']) => ({
    method,
    address,
    body,
  }));
}
