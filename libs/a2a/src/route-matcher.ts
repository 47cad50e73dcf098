/** One row of a route table below `/a2a/{brandId}/`. */
export interface BrandRoute {
  readonly operation: string;
  /** Path below the interface URL: literal segments, `{name}` for one segment, `{name}:verb` for one with a custom verb. */
  readonly path: string;
  readonly verbs: readonly string[];
}

/** Decoded path parameters; which ones are there follows from the route's path. */
export interface RouteParams {
  readonly taskId?: string;
  readonly configId?: string;
}

/**
 * What a request line means: an operation (`query` = the raw text after `?`), a known path with another verb (`allow`
 * = value of the `Allow` header), an unknown path under `/a2a/`, or a path that is none of this table's business.
 */
export type RouteMatch<R extends BrandRoute> =
  | {
      readonly kind: 'operation';
      readonly operation: R['operation'];
      readonly route: R;
      readonly brandId: string;
      readonly params: RouteParams;
      readonly query: string;
    }
  | { readonly kind: 'method-not-allowed'; readonly allow: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'elsewhere' };

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'parameter';
      readonly name: keyof RouteParams;
      readonly suffix: string;
      readonly colonIsVerb: boolean;
    };

interface CompiledRoute<R> {
  readonly route: R;
  readonly segments: readonly Segment[];
  readonly allow: string;
}

const NOT_FOUND = { kind: 'not-found' } as const;
const ELSEWHERE = { kind: 'elsewhere' } as const;

/** Leading empty part, `a2a`, brandId: what stands before the table's own segments in a split path. */
const PREFIX_PARTS = 3;
const PREFIX = 'a2a';
const BRAND_ID = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;
/** What no path may hold unescaped: controls, blanks, non-ASCII, and `#`, which never travels in a request (RFC 3986 3.3). */
const NOT_IN_A_PATH = /[^\x21-\x7e]|#/;
const PARAMETER = /^\{(taskId|configId)\}(:\w+)?$/;

/**
 * Compiles a table of routes below `/a2a/{brandId}/` into a matcher of (method, raw request target), so that every app
 * reads paths by the same rules: split on `/`, then each segment is percent-decoded once; nothing is normalised
 * (PACT wire 1, P35).
 */
export function compileRoutes<R extends BrandRoute>(
  routes: readonly R[],
): (method: string, rawUrl: string) => RouteMatch<R> {
  const compiled = routes.map(route => compileRoute(route, routes));
  const longest = Math.max(...compiled.map(({ segments }) => segments.length));
  const byLength = Array.from({ length: longest + 1 }, (_, length) =>
    compiled.filter(({ segments }) => segments.length === length),
  );
  return (method, rawUrl) => match(byLength, method, rawUrl);
}

function compileRoute<R extends BrandRoute>(route: R, routes: readonly R[]): CompiledRoute<R> {
  const texts = route.path.split('/');
  const hasVerbs = routes.some(({ path }) => path.startsWith(`${route.path}:`));
  const segments = texts.map((text, index): Segment => {
    const [, name, suffix] = PARAMETER.exec(text) ?? [];
    if (name !== 'taskId' && name !== 'configId') return { kind: 'literal', text };
    const colonIsVerb = hasVerbs && index === texts.length - 1;
    return { kind: 'parameter', name, suffix: suffix ?? '', colonIsVerb };
  });
  return { route, segments, allow: route.verbs.join(', ') };
}

function match<R extends BrandRoute>(
  byLength: readonly (readonly CompiledRoute<R>[])[],
  method: string,
  rawUrl: string,
): RouteMatch<R> {
  const target = readTarget(rawUrl);
  if (target === undefined) return ELSEWHERE;
  const parts = splitPath(target.path, PREFIX_PARTS + byLength.length);
  const prefix = decodeSegment(parts[1] ?? '');
  if (prefix === undefined) return NOT_FOUND;
  if (prefix !== PREFIX) return ELSEWHERE;
  if (NOT_IN_A_PATH.test(target.path) || !decodeInPlace(parts)) return NOT_FOUND;
  const brandId = parts[2];
  if (brandId === undefined || !BRAND_ID.test(brandId)) return NOT_FOUND;
  const found = findRoute(byLength[parts.length - PREFIX_PARTS], parts);
  if (found === undefined) return NOT_FOUND;
  const { route } = found;
  if (!route.verbs.includes(method)) return { kind: 'method-not-allowed', allow: found.allow };
  const params = readParams(found.segments, parts);
  return { kind: 'operation', operation: route.operation, route, brandId, params, query: target.query };
}

/**
 * The path of a request target, read as {@link compileRoutes} reads it, for routes beside `/a2a/`. Out: undefined when it
 * names none: a broken escape, an escaped slash, an unescaped character that no path may hold.
 */
export function readPath(rawUrl: string): string | undefined {
  const path = readTarget(rawUrl)?.path;
  if (path === undefined || NOT_IN_A_PATH.test(path)) return undefined;
  const parts = path.split('/');
  return decodeInPlace(parts) && !parts.some(part => part.includes('/')) ? parts.join('/') : undefined;
}

/** Path and query of an origin-form or absolute-form request target (RFC 9112 3.2); undefined for `*` and the like. */
function readTarget(rawUrl: string): { path: string; query: string } | undefined {
  let target = rawUrl;
  if (!target.startsWith('/')) {
    const origin = ABSOLUTE_FORM.exec(target)?.[0];
    if (origin === undefined) return undefined;
    target = target.slice(origin.length);
  }
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The parts between slashes, at most `most`: what is longer than every route need not be read to its end. */
function splitPath(path: string, most: number): string[] {
  const parts: string[] = [];
  let start = 0;
  while (parts.length < most) {
    const slash = path.indexOf('/', start);
    if (slash === -1) {
      parts.push(path.slice(start));
      break;
    }
    parts.push(path.slice(start, slash));
    start = slash + 1;
  }
  return parts;
}

/** One segment with its escapes resolved once; undefined for a broken escape or invalid UTF-8. */
function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function decodeInPlace(parts: string[]): boolean {
  for (let i = 0; i < parts.length; i += 1) {
    const decoded = decodeSegment(parts[i] ?? '');
    if (decoded === undefined) return false;
    parts[i] = decoded;
  }
  return true;
}

function findRoute<R>(
  candidates: readonly CompiledRoute<R>[] | undefined,
  parts: readonly string[],
): CompiledRoute<R> | undefined {
  for (const candidate of candidates ?? []) {
    let index = 0;
    const { segments } = candidate;
    while (index < segments.length && fits(segments[index], parts[index + PREFIX_PARTS])) index += 1;
    if (index === segments.length) return candidate;
  }
  return undefined;
}

function fits(segment: Segment | undefined, part: string | undefined): boolean {
  if (segment === undefined || part === undefined) return false;
  if (segment.kind === 'literal') return part === segment.text;
  if (segment.colonIsVerb) return part !== '' && !part.includes(':');
  return part.length > segment.suffix.length && part.endsWith(segment.suffix);
}

function readParams(segments: readonly Segment[], parts: readonly string[]): RouteParams {
  const params: { -readonly [Name in keyof RouteParams]: RouteParams[Name] } = {};
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === 'literal') continue;
    const part = parts[index + PREFIX_PARTS] ?? '';
    params[segment.name] = segment.suffix === '' ? part : part.slice(0, -segment.suffix.length);
  }
  return params;
}
