import { type Result, err, isJsonObject, isLoopbackHost, ok, parseJson } from '@surety/kernel';

/**
 * Whether an unknown issuer may be looked up at all (P34): an https URL without query, fragment or credentials, written as
 * the URL standard writes it, so that no two spellings name one issuer. With `allowLoopbackHttp` also plain http to loopback.
 * Error: what is wrong with it.
 */
export function judgeOpenIssuer(issuer: string, allowLoopbackHttp: boolean): Result<void, string> {
  if (!URL.canParse(issuer)) return err('the issuer is not a URL');
  const url = new URL(issuer);
  if (url.href !== issuer && url.href !== `${issuer}/`) return err('the issuer is not written canonically');
  if (issuer.includes('?') || issuer.includes('#')) return err('the issuer has a query or a fragment');
  if (url.username || url.password) return err('the issuer holds credentials');
  const isLoopback = allowLoopbackHttp && url.protocol === 'http:' && isLoopbackHost(url.hostname);
  return url.protocol === 'https:' || isLoopback ? ok(undefined) : err('the issuer is not an https URL');
}

/** Where the issuer publishes what it is (OpenID Connect Discovery 4): a slash at its end is not doubled. */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/**
 * The `jwks_uri` of a discovery document whose `issuer` is the one asked for, byte for byte (P34). Whether that address may be
 * fetched is judged where it is fetched (P25).
 */
export function readDiscovery(text: string, issuer: string): Result<string, string> {
  const document = parseJson(text);
  if (!isJsonObject(document)) return err('the discovery document is not a JSON object');
  if (document.issuer !== issuer) return err('the discovery document names another issuer');
  const { jwks_uri: jwksUri } = document;
  return typeof jwksUri === 'string' && URL.canParse(jwksUri) ? ok(jwksUri) : err('jwks_uri is not a URL');
}
