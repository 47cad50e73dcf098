import { bootApp, type RunningApp, type Settings, SettingsError } from '@surety/platform';
import { AdminApiModule } from './admin-api.module';
import { serveDocs } from './openapi/api-document';
import { API_BASE } from './routes/api-controller';
import { routableUrl } from './routes/routable-url';

/**
 * Migrates the database and serves the admin API. In: the settings; `stopOnSignals` false when somebody else owns the
 * process. Out: the app, listening. Throws what keeps it from starting: a missing key or setting, a database that is
 * away or too old, a route without roles.
 */
export async function bootAdminApi(settings: Settings, stopOnSignals = true): Promise<RunningApp> {
  if (settings.databaseUrl === undefined) throw new SettingsError(['DATABASE_URL is required']);
  return bootApp({
    name: 'admin-api',
    settings,
    module: AdminApiModule.register(settings),
    bodies: 'unread',
    stopOnSignals,
    rewriteUrl: routableUrl,
    configure: (app, server) => {
      server.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith(`/${API_BASE}/`)) void reply.header('cache-control', 'no-store');
        done();
      });
      serveDocs(app);
    },
  });
}
