import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';
import { KeyFileError, readKeyFile, type Settings, SettingsError } from '@surety/platform';

/**
 * The public half, in PEM, of the key that mints admin tokens. In: the settings, whose `adminKeyFile` names an EC P-256
 * private JWK. Throws SettingsError or KeyFileError, which name the file and never its content.
 */
export function loadAdminPublicKey({ adminKeyFile }: Settings): string {
  if (adminKeyFile === undefined) throw new SettingsError(['SURETY_ADMIN_KEY_FILE is required']);
  const jwk = parseJwk(readKeyFile(adminKeyFile));
  if (jwk?.kty !== 'EC' || jwk.crv !== 'P-256' || jwk.d === undefined) {
    throw new KeyFileError(`${adminKeyFile} must hold an EC P-256 private JWK`);
  }
  const key = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' }));
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

function parseJwk(text: string): JsonWebKey | undefined {
  try {
    return JSON.parse(text) as JsonWebKey;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
