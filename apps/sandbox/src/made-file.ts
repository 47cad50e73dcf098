import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readKeyFile } from '@surety/platform';

/**
 * The text of a file that is made at the first start, readable by its owner only, and kept. A link appears whole or not at all
 * and never replaces a file: two first starts at once keep one. Throws KeyFileError when the file cannot be read.
 */
export function keepFile(file: string, make: () => string): string {
  const draft = `${file}.${randomUUID()}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(draft, make(), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKeyFile(file);
}
