import { readSettings } from '@surety/platform';
import { bootProvider } from './boot';

/** The Provider as a process of its own; stops on SIGTERM after draining. */
async function main(): Promise<void> {
  await bootProvider(readSettings(process.env));
}

main().catch((error: unknown) => {
  process.stderr.write(
    `provider-api does not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
