import { readSettings } from '@surety/platform';
import { bootAdminApi } from './boot';

/** The admin API listens one above the base port (PACT wire §8). */
const PORT_OFFSET = 1;

/** The admin API as a process of its own; stops on SIGTERM after draining. */
async function main(): Promise<void> {
  await bootAdminApi(readSettings(process.env, PORT_OFFSET));
}

main().catch((error: unknown) => {
  process.stderr.write(
    `admin-api does not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
