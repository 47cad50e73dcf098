import { closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateSigningJwk } from '@surety/tokens';
import { usageError } from './cli-error';
import { systemCode } from './system-code';

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** The files of a personal agent's identity. */
export interface KeyFiles {
  readonly privateJwk: string;
  readonly jwks: string;
}

/** Where the two files of a folder lie. */
export const keyFiles = (folder: string): KeyFiles => ({
  privateJwk: join(resolve(folder), 'private.jwk.json'),
  jwks: join(resolve(folder), 'jwks.json'),
});

/**
 * Makes a key pair and writes the private JWK and the JWKS to host, both 0600. Never overwrites: a lost key cannot be made
 * again. Throws a usage error when one is there already. Out: the kid.
 */
export function createKeyFolder(folder: string, alg: 'ES256' | 'RS256'): { readonly kid: string } & KeyFiles {
  const files = keyFiles(folder);
  const { privateJwk, publicJwk } = generateSigningJwk(alg);
  makeFolder(folder);
  writeNewFile(files.privateJwk, `${JSON.stringify(privateJwk, undefined, 2)}\n`);
  writeNewFile(files.jwks, `${JSON.stringify({ keys: [publicJwk] }, undefined, 2)}\n`);
  return { ...files, kid: publicJwk.kid };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  } catch (error) {
    const code = systemCode(error);
    throw code ? usageError(`Cannot make the folder ${folder} (${code})`) : error;
  }
}

function writeNewFile(file: string, text: string): void {
  const handle = openNew(file);
  try {
    // A generous umask cannot add bits, but a strange one can take some away: the owner must be able to read it.
    fchmodSync(handle, OWNER_ONLY_FILE);
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function openNew(file: string): number {
  try {
    return openSync(file, 'wx', OWNER_ONLY_FILE);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') throw usageError(`${file} is there already; name another folder with --out`);
    if (code) throw usageError(`Cannot write ${file} (${code})`);
    throw error;
  }
}
