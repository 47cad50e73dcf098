import { LOGGER, type Logger, requireHandlers } from '@surety/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AdmissionPipeline } from './admission/admission.pipeline';
import { OAuthExceptionFilter } from './errors/oauth-exception.filter';
import { PageExchange } from './pages/page-exchange';
import { OAUTH_ROUTES, internalPath } from './routes/oauth-routes';

/**
 * What is no module's: the admission pipeline before every body, the one exception filter, and the refusal to start while an
 * operation of the route table has no handler.
 */
export function configureAuthorizationServer(app: NestFastifyApplication, server: FastifyInstance): void {
  const pipeline = app.get(AdmissionPipeline);
  server.addHook('onRequest', request => pipeline.admit(request));
  app.useGlobalFilters(new OAuthExceptionFilter(app.get(PageExchange), app.get<Logger>(LOGGER)));
  requireHandlers(
    server,
    OAUTH_ROUTES.map(({ operation, verbs }) => ({ path: internalPath(operation), verbs })),
  );
}
