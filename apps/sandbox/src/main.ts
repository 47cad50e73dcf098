import { bootSandbox } from './boot';

/** The sandbox as a process of its own. */
bootSandbox(process.env).catch((error: unknown) => {
  process.stderr.write(`sandbox does not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
