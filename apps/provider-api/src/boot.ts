import { type BootOptions, type RunningApp, type Settings, bootApp } from '@surety/platform';
import { rewriteToHandler } from './a2a/provider-routes';
import { configureProvider } from './configure-provider';
import { ProviderModule } from './provider.module';

/** What the Provider is booted with; `bootApp` takes it as it stands. */
export function providerBootOptions(settings: Settings): BootOptions {
  return {
    name: 'provider-api',
    settings,
    module: ProviderModule,
    bodies: 'unread',
    rewriteUrl: rewriteToHandler,
    configure: configureProvider,
  };
}

/** Migrates the database and serves the Provider. Out: the app, listening. Throws what keeps it from starting. */
export function bootProvider(settings: Settings): Promise<RunningApp> {
  return bootApp(providerBootOptions(settings));
}
