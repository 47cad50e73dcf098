import { type BrandRoute, compileRoutes, readPath } from '@surety/a2a';
import { invariant } from '@surety/kernel';
import type { IncomingMessage } from 'node:http';

/** What is published for everybody, what personal agents call, and what browsers open. */
export type OAuthAudience = 'public' | 'personal-agent' | 'browser';

/** One row of the route table; each is served by the handler of its operation. */
export interface OAuthRoute extends BrandRoute {
  readonly audience: OAuthAudience;
}

const row = <Operation extends string>(
  operation: Operation,
  path: string,
  audience: OAuthAudience,
  verbs: readonly string[],
) => ({ operation, path: `oauth/${path}`, audience, verbs });

const PUBLISHED = ['GET', 'HEAD', 'OPTIONS'];

/** Every address below `{public}/a2a/{brandId}` that is the authorization server's (PACT wire 3). */
export const OAUTH_ROUTES = [
  row('metadata', '.well-known/oauth-authorization-server', 'public', PUBLISHED),
  row('jwks', 'jwks.json', 'public', PUBLISHED),
  row('deviceAuthorization', 'device_authorization', 'personal-agent', ['POST']),
  row('token', 'token', 'personal-agent', ['POST']),
  row('revoke', 'revoke', 'personal-agent', ['POST']),
  row('consent', 'consent', 'browser', ['GET', 'POST']),
  row('decision', 'consent/decision', 'browser', ['POST']),
  row('connectedAgents', 'connected-agents', 'browser', ['GET', 'POST']),
  row('connectedAgentsRevoke', 'connected-agents/revoke', 'browser', ['POST']),
  row('receipt', 'receipt', 'browser', ['GET', 'POST']),
] as const;

export type OAuthOperation = (typeof OAUTH_ROUTES)[number]['operation'];

/**
 * What the public address of a request means, decided once and before anything else (P4). The verb is judged later, since a Brand
 * that does not delegate answers 404 to every verb.
 */
export type ServerRoute =
  | { readonly kind: 'brand'; readonly route: OAuthRoute; readonly brandId: string }
  | { readonly kind: 'origin'; readonly path: string; readonly verbs: readonly string[] }
  | { readonly kind: 'not-found' };

/** RFC 8414 3.1: the well-known name stands before the path of the issuer, which is `/a2a/{brandId}/oauth`. */
const WELL_KNOWN = /^\/\.well-known\/oauth-authorization-server(\/a2a\/[^/]+\/oauth)$/;
const METADATA_BELOW = '/.well-known/oauth-authorization-server';
const READ_ONLY = ['GET', 'HEAD'];
const PLAIN_ROUTES = new Set(['/health/live', '/health/ready', '/metrics']);
const ASSETS = /^\/oauth-assets\/[^/]+$/;

const ANY_VERB = '';
const matchPath = compileRoutes<OAuthRoute>(OAUTH_ROUTES.map(route => ({ ...route, verbs: [ANY_VERB] })));
const byOperation = new Map<string, OAuthRoute>(OAUTH_ROUTES.map(route => [route.operation, route]));

/** Where the Nest handler of an operation listens; no public address maps here except through {@link resolveRoute}. */
export const internalPath = (operation: OAuthOperation): string => `/operation/${operation}`;

const REFUSED_PATH = '/refused';
const routes = new WeakMap<IncomingMessage, ServerRoute>();

/**
 * Fastify's `rewriteUrl`: turns the public address into the internal path of its handler and remembers the decision for
 * {@link routeOf}. Out: the path that Fastify routes, without a query, which pages read in the address as it
 * came; addresses that are refused share one path.
 */
export function rewriteToHandler(request: IncomingMessage): string {
  const route = resolveRoute(request.url ?? '');
  routes.set(request, route);
  if (route.kind === 'brand') return internalPath(route.route.operation as OAuthOperation);
  return route.kind === 'origin' ? route.path : REFUSED_PATH;
}

/** The decision that {@link rewriteToHandler} took for this request. */
export function routeOf(request: IncomingMessage): ServerRoute {
  return routes.get(request) ?? { kind: 'not-found' };
}

/** Pure form of the decision. In: the raw request target as it came. */
export function resolveRoute(target: string): ServerRoute {
  const path = readPath(target);
  const issuerPath = path === undefined ? undefined : WELL_KNOWN.exec(path)?.[1];
  const match = matchPath(ANY_VERB, issuerPath === undefined ? target : `${issuerPath}${METADATA_BELOW}`);
  if (match.kind === 'operation') {
    const route = byOperation.get(match.operation);
    invariant(route, 'a matched route stands in the table');
    return { kind: 'brand', route, brandId: match.brandId };
  }
  if (path !== undefined && (PLAIN_ROUTES.has(path) || ASSETS.test(path))) {
    return { kind: 'origin', path, verbs: READ_ONLY };
  }
  return { kind: 'not-found' };
}
