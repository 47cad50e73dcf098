import { LIMITS, type Result, err, isJsonObject, ok } from '@surety/kernel';
import type { BrandDelegation } from '@surety/registry';
import { candidateKeys, readJwks } from '@surety/tokens';
import type { FieldFault } from '../problem/problem';
import { urlFaults } from './web-url';

type BrandKeys = BrandDelegation['keys'];

const KEYS_MAX = 10;
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * Reads the `keys` of a Brand's login: an address, or 1 to 10 public keys of which each can verify ES256 or RS256. Out: what to
 * store; the faults name the member. A key with a private member is refused, so that nobody's secret lies here.
 */
export function readBrandKeys(
  value: Record<string, unknown> | null,
  path: string,
): Result<BrandKeys, readonly FieldFault[]> {
  if (value === null) return ok(null);
  const [name, ...more] = Object.keys(value);
  if (more.length > 0 || (name !== 'jwksUri' && name !== 'jwks')) {
    return fault(path, 'not_allowed', 'Give either jwksUri or jwks.');
  }
  return name === 'jwksUri' ? readUri(value.jwksUri, `${path}.jwksUri`) : readSet(value.jwks, `${path}.jwks`);
}

function readUri(uri: unknown, path: string): Result<BrandKeys, readonly FieldFault[]> {
  if (typeof uri !== 'string') return fault(path, 'wrong_type', 'This must be a string.');
  if (uri.length > LIMITS.webhookUrlBytes) return fault(path, 'wrong_length', 'This address is too long.');
  const faults = urlFaults(uri, path);
  return faults.length > 0 ? err(faults) : ok({ jwksUri: uri });
}

function readSet(jwks: unknown, path: string): Result<BrandKeys, readonly FieldFault[]> {
  const keys = isJsonObject(jwks) ? jwks.keys : undefined;
  const at = `${path}.keys`;
  if (!isJsonObject(jwks) || !Array.isArray(keys))
    return fault(at, 'wrong_type', 'This must be a list of keys.');
  const other = Object.keys(jwks).find(name => name !== 'keys');
  if (other !== undefined) return fault(`${path}.${other}`, 'unknown_member', 'There is no such member.');
  if (keys.length < 1 || keys.length > KEYS_MAX) {
    return fault(at, 'wrong_length', `There must be 1 to ${KEYS_MAX} keys.`);
  }
  const faults = keys.flatMap((key, index) => keyFaults(key, `${at}.${index}`));
  return faults.length > 0 ? err(faults) : ok({ jwks: { keys: keys as object[] } });
}

function keyFaults(key: unknown, path: string): FieldFault[] {
  if (!isJsonObject(key))
    return [{ path, code: 'wrong_type', message: 'This must be a public key as a JWK.' }];
  if (PRIVATE_MEMBERS.some(name => Object.hasOwn(key, name))) {
    return [
      { path, code: 'private_key', message: 'This key is private: never send it; give its public members.' },
    ];
  }
  const read = readJwks(JSON.stringify({ keys: [key] }));
  const verifies = (['ES256', 'RS256'] as const).some(alg => {
    const wanted = typeof key.kid === 'string' ? { alg, kid: key.kid } : { alg };
    return read.ok && candidateKeys(read.value, wanted).some(candidate => candidate.key() !== undefined);
  });
  if (verifies) return [];
  return [{ path, code: 'unusable_key', message: 'This key verifies neither ES256 nor RS256.' }];
}

function fault(path: string, code: string, message: string): Result<BrandKeys, readonly FieldFault[]> {
  return err([{ path, code, message }]);
}
