import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliReference } from './cli-reference';
import { processSurroundings } from './process-surroundings';
import { buildProgram } from './program';

/** Where the reference page lies, from the built or the source folder alike. */
const REFERENCE_FILE = join(__dirname, '..', '..', '..', 'docs', 'reference', 'cli.md');

writeFileSync(REFERENCE_FILE, cliReference(buildProgram(processSurroundings(), '0.0.0')));
process.stdout.write(`wrote ${REFERENCE_FILE}\n`);
