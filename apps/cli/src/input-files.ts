import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseJson } from '@surety/kernel';
import { usageError } from './cli-error';
import { systemCode } from './system-code';

/** Text of a file named by the user. Throws a usage error that names file and system code. */
export function readTextFile(cwd: string, name: string): string {
  const file = resolve(cwd, name);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code) throw usageError(`Cannot read ${file} (${code})`);
    throw error;
  }
}

/** JSON of a file named by the user. Throws a usage error; the file's text is never shown, since it may be a key. */
export function readJsonFile(cwd: string, name: string): unknown {
  return parseJsonText(readTextFile(cwd, name), resolve(cwd, name));
}

/** JSON from a text; `source` names it in the usage error. */
export function parseJsonText(text: string, source: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw usageError(`${source} is not JSON`);
  return value;
}
