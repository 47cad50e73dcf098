import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readKeyFile } from '@surety/platform';
import {
  type PrivateSigningJwk,
  type PublicSigningJwk,
  generateSigningJwk,
  publicPart,
} from '@surety/tokens';

/** Nest token of the public key that the sandbox's personal agents sign with. */
export const PERSONAL_AGENT_KEY = Symbol('personal agent key');

/** Where the key lies unless a setting names another file. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'personal-agent.key');

/**
 * The demo personal agent's public key; its private JWK is made at the first start, readable by its owner only, and
 * kept. Throws KeyFileError when the file cannot be read, SyntaxError when it holds no JSON.
 */
export function keepPersonalAgentKey(file: string): PublicSigningJwk {
  makeOnce(file, () => `${JSON.stringify(generateSigningJwk('ES256').privateJwk)}\n`);
  return publicPart(JSON.parse(readKeyFile(file)) as PrivateSigningJwk);
}

/** A link appears whole or not at all, and never replaces a file: two first starts at once keep one key. */
function makeOnce(file: string, make: () => string): void {
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
}
