import { readFileSync } from 'node:fs';
import { deploymentKey } from '@surety/tokens';
import type { Settings } from './settings';

/** A key file that cannot be read; the message names the file and never its content. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** The 32-byte deployment key (PACT wire §8) from its variable or its file. Throws KeyFileError or DeploymentKeyError. */
export function loadDeploymentKey(settings: Settings): Buffer {
  return deploymentKey(settings.deploymentKey ?? readKeyFile(settings.deploymentKeyFile));
}

/** The text of a key file. Throws KeyFileError. */
export function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new KeyFileError(`cannot read the key file ${path}: ${code ?? 'unknown fault'}`);
  }
}
