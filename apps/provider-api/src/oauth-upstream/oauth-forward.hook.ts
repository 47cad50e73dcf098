import type { onRequestHookHandler } from 'fastify';
import { routeOf } from '../a2a/provider-routes';
import type { OAuthForwarder } from './oauth-forwarder';

/** Fastify's onRequest hook before every check of ours: the authorization server has its own (PACT wire 3). */
export function oauthForwardHook(forwarder: OAuthForwarder): onRequestHookHandler {
  return (request, reply, done) => {
    const route = routeOf(request.raw);
    if (route.kind !== 'oauth') return done();
    request.routeLabel = 'oauth';
    forwarder.forward(request, reply, route);
  };
}
