import { A2A_ROUTES } from '@surety/a2a';
import fc from 'fast-check';
import type { BrandKind, FuzzWorld, RunningRoute } from './fuzz-world.test-kit';

/** A request line without its version. */
export interface RequestLine {
  readonly method: string;
  readonly target: string;
}

/** Of the running router that Nest's handlers of operations listen on. */
const OPERATION_PATH = /^\/operation\/(\w+)$/;
const OTHER_VERBS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
];

/**
 * The public routes behind what the router runs: an operation by its row of the A2A table, any other path as it is.
 * Throws for an operation that the table does not know.
 */
export function publicRoutes(running: readonly RunningRoute[]): ReadonlyMap<string, readonly string[]> {
  const verbs = new Map<string, Set<string>>();
  for (const { method, path } of running) {
    const operation = OPERATION_PATH.exec(path)?.[1];
    const row = operation === undefined ? undefined : A2A_ROUTES.find(each => each.operation === operation);
    if (operation !== undefined && !row) throw new Error(`${path} serves no operation of the table`);
    const name = row ? row.operation : path;
    const known = verbs.get(name) ?? new Set();
    verbs.set(name, new Set([...known, ...(row ? row.verbs : [method])]));
  }
  return new Map([...verbs].map(([name, set]) => [name, [...set]]));
}

const segment = fc.oneof(
  fc.constantFrom(
    't-1',
    'x',
    'a%2Fb',
    '%E2%82%AC',
    'a%20b',
    '%00',
    'a%0d%0ab',
    '%C3%28',
    '%zz',
    '..',
    '.',
    '%2e%2e',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map(encodeURIComponent),
  fc.constantFrom('y'.repeat(256), 'y'.repeat(257), '%F0%9F%98%80'.repeat(64), 'z'.repeat(9_000)),
);
const queries = fc.oneof(
  fc.constant(''),
  fc.constantFrom('?pageSize=1', '?pageSize=100', '?pageSize=0', '?pageSize=101', '?pageSize=1&pageSize=1'),
  fc.constantFrom(
    '?pageSize=',
    '?pageSize=%31',
    '?pageSize=+5',
    '?%70ageSize=7',
    '?pageToken=x&pageSize=9',
    '?',
    '?&&=',
  ),
  fc.webQueryParameters().map(query => `?${query}`),
);

/** What makes another path of a good one; some still name the same resource. */
const bends: readonly ((path: string) => string)[] = [
  path => `${path}/`,
  path => `/${path}`,
  path => path.replace('/a2a/', '/A2A/'),
  path => path.replace('/a2a/', '/%61%32a/'),
  path => path.replace('/a2a/', '/a2a//'),
  path => path.replace('/a2a/', '/tenant/a2a/'),
  path => path.replace('/a2a/', '/x/../a2a/'),
  path => path.replace('/a2a/', '/./a2a/'),
  path => path.replace(/:(\w+)$/, '%3A$1'),
  path => path.replace(/:(\w+)$/, '%3a%$1'),
  path => `/${path.replaceAll('/', '%2F')}`,
  path => path.toUpperCase(),
  path => `${path}%00`,
  path => `${path}#x`,
  path => `${path};v=1`,
  path => path.slice(0, -1),
  path => `http://elsewhere.example${path}`,
  path => `${path}\u00e9`,
  path => path.replace('/a2a/', '/a2a\\'),
];

/** A request line once it is known which Brand the body is made for, if it is for any. */
export type LineMaker = (brand: BrandKind | undefined) => RequestLine;

/** Requests to one public route: mostly its own path and verbs, bent now and then. */
export function requestLines(
  world: FuzzWorld,
  route: string,
  verbs: readonly string[],
): fc.Arbitrary<LineMaker> {
  const verb = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...verbs) },
    { weight: 1, arbitrary: fc.constantFrom(...OTHER_VERBS) },
  );
  const bend = fc.oneof(
    { weight: 20, arbitrary: fc.constant((straight: string) => straight) },
    { weight: 1, arbitrary: fc.constantFrom(...bends) },
  );
  return fc
    .tuple(brandIds(world), segment, segment, verb, bend, queries)
    .map(([anyBrand, taskId, configId, method, bent, query]) => brand => {
      const brandId = brand === undefined || brand === 'unknown' ? anyBrand : world.brandOf(brand);
      return { method, target: bent(pathOf(route, brandId, taskId, configId)) + query };
    });
}

function pathOf(route: string, brandId: string, taskId: string, configId: string): string {
  const row = A2A_ROUTES.find(({ operation }) => operation === route);
  if (!row) return route;
  const below = row.path.replace('{taskId}', () => taskId).replace('{configId}', () => configId);
  return `/a2a/${brandId}/${below}`;
}

function brandIds(world: FuzzWorld): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 40, arbitrary: fc.constant(world.brandOf('script')) },
    { weight: 3, arbitrary: fc.constant(world.brandOf('webhook')) },
    { weight: 2, arbitrary: fc.constant(world.brandOf('broken')) },
    { weight: 1, arbitrary: fc.constant(world.brandOf('closed')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('nobody', '%00', '..%2F..', 'é', 'b'.repeat(64), 'b'.repeat(5_000), ''),
    },
  );
}
