import { invariant } from '@surety/kernel';
import { type A2aOperation, type A2aRouteMatch, matchA2aRoute, readPath } from '@surety/a2a';
import type { IncomingMessage } from 'node:http';
import type { OAuthTarget } from '../oauth-upstream/oauth-forwarder';
import { isOAuthPath } from '../oauth-upstream/oauth-paths';

/** What the public address of a request means: decided once, before authentication (PACT 2.2, P4). */
export type ProviderRoute =
  | Exclude<A2aRouteMatch, { kind: 'elsewhere' }>
  | { readonly kind: 'origin'; readonly path: string }
  | ({ readonly kind: 'oauth' } & OAuthTarget);

/** Routes at the public origin itself, beside `/a2a/…`, with the verbs that each takes. */
const ORIGIN_ROUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['/.well-known/agent-card.json', ['GET', 'HEAD', 'OPTIONS']],
  ['/.well-known/webhook-jwks.json', ['GET', 'HEAD', 'OPTIONS']],
  ['/health/live', ['GET', 'HEAD']],
  ['/health/ready', ['GET', 'HEAD']],
  ['/metrics', ['GET', 'HEAD']],
]);

/** Where the Nest handler of an operation listens; no public address maps here except through {@link resolveRoute}. */
export const internalPath = (operation: A2aOperation): string => `/operation/${operation}`;

const REFUSED_PATH = '/refused';
const routes = new WeakMap<IncomingMessage, ProviderRoute>();

/**
 * Fastify's `rewriteUrl`: turns the public address into the internal path of its handler and remembers the decision for
 * {@link routeOf}. In: the raw request. Out: the path that Fastify routes; addresses that are refused share one path.
 */
export function rewriteToHandler(request: IncomingMessage): string {
  const route = resolveRoute(request.method ?? '', request.url ?? '');
  routes.set(request, route);
  if (route.kind === 'operation') return internalPath(route.operation);
  return route.kind === 'origin' ? route.path : REFUSED_PATH;
}

/** The decision that {@link rewriteToHandler} took for this request. */
export function routeOf(request: IncomingMessage): ProviderRoute {
  return routes.get(request) ?? { kind: 'not-found' };
}

/** Pure form of the decision. In: verb and raw request target as they came. */
export function resolveRoute(method: string, target: string): ProviderRoute {
  const match = matchA2aRoute(method, target);
  if (match.kind !== 'elsewhere' && match.kind !== 'not-found') return match;
  const path = readPath(target);
  if (path !== undefined && isOAuthPath(path)) return { kind: 'oauth', path, target: originForm(target) };
  if (match.kind === 'not-found') return match;
  const verbs = path === undefined ? undefined : ORIGIN_ROUTES.get(path);
  if (path === undefined || !verbs) return { kind: 'not-found' };
  return verbs.includes(method)
    ? { kind: 'origin', path }
    : { kind: 'method-not-allowed', allow: verbs.join(', ') };
}

/** The target without scheme and authority (RFC 9112 3.2.1): the authorization server has an origin of its own. */
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.slice(target.indexOf('/', target.indexOf('//') + 2));
}

/** The operation of a request that the pipeline let through; only handlers of operations call it. */
export function operationOf(request: IncomingMessage): Extract<ProviderRoute, { kind: 'operation' }> {
  const route = routeOf(request);
  invariant(route.kind === 'operation', 'a handler of an A2A operation runs only for its routes');
  return route;
}
