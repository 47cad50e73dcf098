import { readSettings } from '@surety/platform';
import { bootAuthorizationServer } from './boot';

/** Of the ports of a stack; its public address is the Provider's, whatever the port (PACT wire 8). */
const PORT_OFFSET = 6;

/** The authorization server as a process of its own; stops on SIGTERM after draining. */
async function main(): Promise<void> {
  await bootAuthorizationServer(readSettings(process.env, PORT_OFFSET));
}

main().catch((error: unknown) => {
  process.stderr.write(
    `authorization-server does not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
