import { A2A_ROUTES } from '@surety/a2a';
import { LOGGER, type Logger, requireHandlers } from '@surety/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AdmissionPipeline } from './a2a/admission.pipeline';
import { internalPath } from './a2a/provider-routes';
import { ProviderExceptionFilter } from './errors/provider-exception.filter';
import { oauthForwardHook } from './oauth-upstream/oauth-forward.hook';
import { OAuthForwarder } from './oauth-upstream/oauth-forwarder';

/**
 * What is no module's: the admission pipeline before every body, the one exception filter, and the refusal to start while an
 * operation of the route table has no handler.
 */
export function configureProvider(app: NestFastifyApplication, server: FastifyInstance): void {
  const pipeline = app.get(AdmissionPipeline);
  const oauth = app.get(OAuthForwarder);
  if (oauth.isOpen) server.addHook('onRequest', oauthForwardHook(oauth));
  server.addHook('onRequest', request => pipeline.admit(request));
  app.useGlobalFilters(new ProviderExceptionFilter(app.get<Logger>(LOGGER)));
  requireHandlers(
    server,
    A2A_ROUTES.map(({ operation, verbs }) => ({ path: internalPath(operation), verbs })),
  );
}
