import { readFileSync } from 'node:fs';
import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';
import type { Settings } from '@surety/platform';
import { deploymentKey } from '@surety/tokens';

/** A key file that is missing or unreadable; the message names the file and never its content. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** The deployment key (PACT wire §8) from its variable or its file. Throws KeyFileError or DeploymentKeyError. */
export function loadDeploymentKey(settings: Settings): Buffer {
  return deploymentKey(settings.deploymentKey ?? readKeyFile(settings.deploymentKeyFile));
}

/**
 * The public half, in PEM, of the key that mints admin tokens. In: the settings, whose `adminKeyFile` holds an EC P-256
 * private JWK. Throws KeyFileError.
 */
export function loadAdminPublicKey({ adminKeyFile }: Settings): string {
  if (adminKeyFile === undefined) throw new KeyFileError('SURETY_ADMIN_KEY_FILE is not set');
  const jwk = parseJwk(readKeyFile(adminKeyFile));
  if (jwk?.kty !== 'EC' || jwk.crv !== 'P-256' || jwk.d === undefined) {
    throw new KeyFileError(`${adminKeyFile} must hold an EC P-256 private JWK`);
  }
  const key = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' }));
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new KeyFileError(`cannot read the key file ${path}: ${code ?? 'unknown fault'}`);
  }
}

function parseJwk(text: string): JsonWebKey | undefined {
  try {
    return JSON.parse(text) as JsonWebKey;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
