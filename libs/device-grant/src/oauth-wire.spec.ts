import { accessTokenTimes } from './access-token-end';
import { brandAddresses } from './brand-addresses';
import { completionAddress, defaultCompletionUrl } from './completion-address';
import { deviceAuthorizationAnswer, tokenAnswer } from './oauth-answers';
import { serverMetadata } from './server-metadata';
import { loginLink, verificationLinks } from './verification-links';

const addresses = brandAddresses('https://provider.example', '01J');
const C = 'https://provider.example/a2a/01J/oauth/consent';

describe('RFC 8414, P30: metadata', () => {
  /** Clients and the copy at the origin's well-known address hold these bytes. */
  const GOLDEN =
    '{"issuer":"https://provider.example/a2a/01J/oauth",' +
    '"device_authorization_endpoint":"https://provider.example/a2a/01J/oauth/device_authorization",' +
    '"token_endpoint":"https://provider.example/a2a/01J/oauth/token",' +
    '"revocation_endpoint":"https://provider.example/a2a/01J/oauth/revoke",' +
    '"jwks_uri":"https://provider.example/a2a/01J/oauth/jwks.json",' +
    '"scopes_supported":["orders:read","orders:cancel"],"response_types_supported":[],' +
    '"grant_types_supported":["urn:ietf:params:oauth:grant-type:device_code","refresh_token"],' +
    '"token_endpoint_auth_methods_supported":["none"],"revocation_endpoint_auth_methods_supported":["none"],' +
    '"ui_locales_supported":["en","ar"]}';

  it('has the golden bytes', () => {
    expect(serverMetadata(addresses, ['orders:read', 'orders:cancel'], ['en', 'ar'])).toBe(GOLDEN);
  });

  it('RFC 8414 3: stands at the issuer and its well-known suffix', () => {
    expect(addresses.metadata).toBe(`${addresses.issuer}/.well-known/oauth-authorization-server`);
    expect(addresses).toMatchObject({
      consent: C,
      decision: `${C}/decision`,
      interfaceUrl: 'https://provider.example/a2a/01J',
    });
  });
});

describe('RFC 8628 3.2: device_authorization', () => {
  const links = (loginUrl: string, liveSession = false) =>
    verificationLinks({ loginUrl, consentUrl: C, userCode: 'WDJBMJHT', liveSession });

  it('has the golden bytes', () => {
    expect(deviceAuthorizationAnswer('dc_x', 'WDJBMJHT', links('https://brand.example/login'))).toBe(
      '{"device_code":"dc_x","user_code":"WDJB-MJHT",' +
        '"verification_uri":"https://brand.example/login?return_to=https%3A%2F%2Fprovider.example%2Fa2a%2F01J%2Foauth%2Fconsent",' +
        '"verification_uri_complete":"https://brand.example/login?return_to=https%3A%2F%2Fprovider.example%2Fa2a%2F01J%2Foauth%2Fconsent%3Fuser_code%3DWDJB-MJHT",' +
        '"expires_in":600,"interval":5}',
    );
  });

  it('keeps a query of the login address', () => {
    const { verificationUriComplete } = links('https://brand.example/login?shop=7');
    const address = new URL(verificationUriComplete);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      shop: '7',
      return_to: `${C}?user_code=WDJB-MJHT`,
    });
    expect(loginLink('https://brand.example/login?shop=7', C)).toContain('?shop=7&return_to=https%3A');
  });

  it('P22: leads to our own address where live sessions are on', () => {
    expect(links('https://brand.example/login', true)).toEqual({
      verificationUri: C,
      verificationUriComplete: `${C}?user_code=WDJB-MJHT`,
    });
  });
});

describe('RFC 6749 5.1, PACT 5.3: the token answer', () => {
  it('has the golden bytes', () => {
    const times = accessTokenTimes(1_790_769_600_999, Number.MAX_SAFE_INTEGER);
    expect(times).toEqual({ iat: 1_790_769_600, exp: 1_790_773_200 });
    const answer = tokenAnswer({
      accessToken: 'eyJ',
      refreshToken: 'rt_x',
      times,
      scopes: ['orders:read', 'orders:cancel'],
    });
    expect(answer).toBe(
      '{"token_type":"Bearer","access_token":"eyJ","refresh_token":"rt_x","expires_in":3600,"scope":"orders:read orders:cancel"}',
    );
  });

  it.each([
    ['an hour', 7_200_000, 3600],
    ['the end of the grant when that is sooner', 60_500, 60],
    ['nothing in the last second of the grant', 200, 0],
    ['nothing after it', -5_000, 0],
  ])('P20: lives %s', (_, leftMs, expiresIn) => {
    const { iat, exp } = accessTokenTimes(1_790_769_600_000, 1_790_769_600_000 + leftMs);
    expect(iat).toBe(1_790_769_600);
    expect(exp - iat).toBe(expiresIn);
  });
});

describe('PACT wire 3: the completion address', () => {
  const issuer = 'https://pa.example.com/agents/1';

  it.each([
    [
      'approved',
      'https://brand.example/connected',
      { status: 'approved', granted: ['a:b', 'c'] },
      'https://brand.example/connected?status=approved&client=https%3A%2F%2Fpa.example.com&scope=a%3Ab+c',
    ],
    [
      'denied',
      'https://brand.example/connected',
      { status: 'denied' },
      'https://brand.example/connected?status=denied&client=https%3A%2F%2Fpa.example.com',
    ],
    [
      'with a query of its own',
      'https://brand.example/c?shop=7&status=x&scope=all',
      { status: 'denied' },
      'https://brand.example/c?shop=7&status=denied&client=https%3A%2F%2Fpa.example.com',
    ],
  ] as const)('%s', (_, completionUrl, end, address) => {
    expect(completionAddress(completionUrl, issuer, end)).toBe(address);
  });

  it('is /connected at the login unless the Brand says otherwise', () => {
    expect(defaultCompletionUrl('https://brand.example:8443/login?x=1')).toBe(
      'https://brand.example:8443/connected',
    );
  });
});
