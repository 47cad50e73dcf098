import { bootApp, readSettings } from '@surety/platform';
import { configureProvider } from './configure-provider';
import { ProviderModule } from './provider.module';
import { rewriteToHandler } from './a2a/provider-routes';

/** The Provider as a process of its own; stops on SIGTERM after draining. */
async function main(): Promise<void> {
  await bootApp({
    name: 'provider-api',
    settings: readSettings(process.env),
    module: ProviderModule,
    bodies: 'unread',
    rewriteUrl: rewriteToHandler,
    configure: configureProvider,
  });
}

main().catch((error: unknown) => {
  process.stderr.write(
    `provider-api does not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
