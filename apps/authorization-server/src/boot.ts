import { type BootOptions, type RunningApp, type Settings, bootApp } from '@surety/platform';
import { AuthorizationServerModule } from './authorization-server.module';
import { configureAuthorizationServer } from './configure-authorization-server';
import { rewriteToHandler } from './routes/oauth-routes';

/** What the authorization server is booted with; `bootApp` takes it as it stands. */
export function authorizationServerBootOptions(settings: Settings): BootOptions {
  return {
    name: 'authorization-server',
    settings,
    module: AuthorizationServerModule,
    bodies: 'unread',
    rewriteUrl: rewriteToHandler,
    configure: configureAuthorizationServer,
  };
}

/** Migrates the database and serves the authorization server of every Brand. Out: the app, listening. */
export function bootAuthorizationServer(settings: Settings): Promise<RunningApp> {
  return bootApp(authorizationServerBootOptions(settings));
}
