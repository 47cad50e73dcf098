import {
  assertOpaqueAudience,
  bootApp,
  type RunningApp,
  type Settings,
  SettingsError,
} from '@surety/platform';
import { deployment, migrate, registryDataSource } from '@surety/registry';
import { AdminApiModule } from './admin-api.module';
import { systemClock } from './clock.token';
import { loadAdminPublicKey, loadDeploymentKey } from './keys/key-files';
import { serveDocs } from './openapi/api-document';
import { API_BASE } from './routes/api-controller';

const NAME = 'admin-api';

/**
 * Migrates the database and serves the admin API. In: the settings; `stopOnSignals` false when somebody else owns the
 * process. Out: the app, listening. Throws what keeps it from starting: a missing key or setting, a database that is
 * away or too old, a route without roles.
 */
export async function bootAdminApi(settings: Settings, stopOnSignals = true): Promise<RunningApp> {
  const url = settings.databaseUrl;
  if (url === undefined) throw new SettingsError(['DATABASE_URL is required']);
  const adminUrl = settings.adminUrl ?? `http://localhost:${settings.port}`;
  const keys = { deploymentKey: loadDeploymentKey(settings), adminKey: loadAdminPublicKey(settings) };
  await migrate({ url, applicationName: NAME });
  const dataSource = await registryDataSource({ url, applicationName: NAME });
  const { audience } = await deployment(dataSource);
  assertOpaqueAudience(audience, [settings.publicUrl, adminUrl]);
  const parts = { dataSource, ...keys, adminUrl, audience, clock: systemClock };
  return bootApp({
    name: NAME,
    settings,
    module: AdminApiModule.register(parts),
    bodies: 'unread',
    stopOnSignals,
    configure: (app, server) => {
      server.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith(`/${API_BASE}/`)) void reply.header('cache-control', 'no-store');
        done();
      });
      serveDocs(app);
    },
  });
}
