import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processSurroundings } from './process-surroundings';
import { runCli } from './run-cli';

/** Entry of the built program; `bin/surety.cjs` loads it. */
export async function main(): Promise<void> {
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(__dirname, '..', 'package.json'), 'utf8'),
  );
  process.exitCode = await runCli(process.argv.slice(2), processSurroundings(), manifest.version);
}
