import { Command } from 'commander';
import { examples, openSession } from '../global-options';
import { readTextFile } from '../input-files';
import { hostJwks } from '../jwks-host';
import { keyFiles } from '../key-folder';
import { wholeNumber } from '../option-values';
import type { Surroundings } from '../surroundings';
import { resolve } from 'node:path';

interface ServeOptions {
  readonly dir: string;
  readonly port: number;
}

/** `surety pa serve`: hosts a JWKS on this machine until Ctrl-C, so that a stack here can verify a new personal agent. */
export function paServeCommand(surroundings: Surroundings): Command {
  return new Command('serve')
    .description('host jwks.json on this machine, for a stack that runs here; ends with Ctrl-C')
    .option('--dir <folder>', 'the folder that `pa init` wrote', 'personal-agent')
    .option('--port <number>', 'port on 127.0.0.1; 0 takes any', wholeNumber(0, 65_535), 4010)
    .addHelpText('after', examples([['surety pa serve --dir dev-pa', 'at http://localhost:4010/jwks.json']]))
    .action(async (_options: unknown, self: Command) => {
      const { options, output } = openSession<ServeOptions>(surroundings, self);
      const { jwks } = keyFiles(resolve(surroundings.cwd, options.dir));
      const host = await hostJwks(readTextFile(surroundings.cwd, jwks), options.port);
      const jwksUri = `${host.url}/jwks.json`;
      output.result({ issuer: host.url, jwksUri }, `serving ${jwksUri} (Ctrl-C ends)`);
      await aborted(surroundings.signal);
      await host.close();
    });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
}
