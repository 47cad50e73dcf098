import { createPrivateKey, createPublicKey } from 'node:crypto';
import { isJsonObject, parseJson } from '@surety/kernel';
import { KeyFileError, readKeyFile, type Settings, SettingsError } from '@surety/platform';

/**
 * The public half, in PEM, of the key that mints admin tokens. In: the settings, whose `adminKeyFile` names an EC P-256
 * private JWK. Throws SettingsError or KeyFileError, which name the file and never its content.
 */
export function loadAdminPublicKey({ adminKeyFile }: Settings): string {
  if (adminKeyFile === undefined) throw new SettingsError(['SURETY_ADMIN_KEY_FILE is required']);
  const jwk = parseJson(readKeyFile(adminKeyFile));
  if (!isJsonObject(jwk) || jwk.kty !== 'EC' || jwk.crv !== 'P-256' || jwk.d === undefined) {
    throw new KeyFileError(`${adminKeyFile} must hold an EC P-256 private JWK`);
  }
  const key = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' }));
  return key.export({ type: 'spki', format: 'pem' }).toString();
}
