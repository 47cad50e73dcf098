import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { usageError } from './cli-error';
import { systemCode } from './system-code';

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/**
 * Writes a secret file whole: readers see the old text or the new, never a part, and after a crash one of the two is there.
 * File and folder are the owner's alone. Throws a usage error that names the folder and the system's code.
 */
export function writePrivateFile(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER });
    chmodSync(dirname(file), OWNER_ONLY_FOLDER);
    writeDurably(draft, text);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    const code = systemCode(error);
    throw code ? usageError(`Cannot write ${file} (${code})`) : error;
  }
}

function writeDurably(file: string, text: string): void {
  const handle = openSync(file, 'wx', OWNER_ONLY_FILE);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
