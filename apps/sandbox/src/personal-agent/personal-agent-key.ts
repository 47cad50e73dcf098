import { join } from 'node:path';
import {
  type PrivateSigningJwk,
  type PublicSigningJwk,
  generateSigningJwk,
  publicPart,
} from '@surety/tokens';
import { keepFile } from '../made-file';

/** Nest token of the public key that the sandbox's personal agents sign with. */
export const PERSONAL_AGENT_KEY = Symbol('personal agent key');

/** Where the key lies unless a setting names another file. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'personal-agent.key');

/**
 * The demo personal agent's public key; its private JWK is made at the first start and kept. Throws KeyFileError when the
 * file cannot be read, SyntaxError when it holds no JSON.
 */
export function keepPersonalAgentKey(file: string): PublicSigningJwk {
  const text = keepFile(file, () => `${JSON.stringify(generateSigningJwk('ES256').privateJwk)}\n`);
  return publicPart(JSON.parse(text) as PrivateSigningJwk);
}
