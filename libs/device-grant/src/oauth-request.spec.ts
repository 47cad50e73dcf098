import { Form } from './form';
import { judgeClientId, readDeviceRequest, readRevocation, readTokenRequest } from './oauth-request';
import { makeOpaqueToken } from './opaque-token';

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const form = (fields: Record<string, string>) =>
  new Form(new Map(Object.entries(fields).map(([name, value]) => [name, [value]])));
const code = makeOpaqueToken('device-code', new Uint8Array(32));
const refresh = makeOpaqueToken('refresh-token', new Uint8Array(32));
/** The value, or the code of the OAuth error. */
const outcome = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T | string =>
  result.ok ? result.value : result.error.code;

describe('P16: client_id', () => {
  const issuer = 'https://pa.example.com';
  it('is the issuer of the JWT', () =>
    expect(judgeClientId(form({ client_id: issuer }), issuer).ok).toBe(true));
  it.each<Record<string, string>>([
    {},
    { client_id: `${issuer}/` },
    { client_id: 'https://PA.example.com' },
    { client_id: ` ${issuer}` },
    { client_id: `${issuer}\0` },
  ])('is not %j', fields => expect(outcome(judgeClientId(form(fields), issuer))).toBe('invalid_client'));
});

describe('PACT wire 3: the parameters of device_authorization', () => {
  it.each([
    ['ids of the card', { scope: 'b a b' }, ['a', 'b']],
    ['no scope', {}, 'invalid_scope'],
    ['an unknown id among known ones', { scope: 'a z' }, 'invalid_scope'],
    ['NUL in a scope (P30)', { scope: 'a\0' }, 'invalid_scope'],
  ])('%s', (_, fields: Record<string, string>, expected) => {
    expect(outcome(readDeviceRequest(form(fields), ['a', 'b']))).toEqual(expected);
  });
});

describe('RFC 6749 5.2, RFC 8628 3.4: the parameters of the token endpoint', () => {
  it.each<[string, Record<string, string>, unknown]>([
    [
      'a device code',
      { grant_type: DEVICE, device_code: code.text },
      { kind: 'device-code', hash: code.hash },
    ],
    [
      'a refresh token',
      { grant_type: 'refresh_token', refresh_token: refresh.text, scope: 'a' },
      { kind: 'refresh', hash: refresh.hash, scope: 'a' },
    ],
    [
      'a refresh token as a device code',
      { grant_type: DEVICE, device_code: refresh.text },
      { kind: 'device-code', hash: undefined },
    ],
    [
      'NUL in a device code (P30: invalid_grant)',
      { grant_type: DEVICE, device_code: `${code.text}\0` },
      { kind: 'device-code', hash: undefined },
    ],
    [
      'NUL in a refresh token (P30: invalid_grant)',
      { grant_type: 'refresh_token', refresh_token: '\0' },
      { kind: 'refresh', hash: undefined, scope: undefined },
    ],
    ['no grant_type', { device_code: code.text }, 'invalid_request'],
    ['an odd grant_type', { grant_type: 'password' }, 'unsupported_grant_type'],
    [
      'a grant_type of other case',
      { grant_type: 'Refresh_Token', refresh_token: refresh.text },
      'unsupported_grant_type',
    ],
    [
      'NUL in the grant_type',
      { grant_type: `${DEVICE}\0`, device_code: code.text },
      'unsupported_grant_type',
    ],
    ['no device_code', { grant_type: DEVICE, refresh_token: refresh.text }, 'invalid_request'],
    ['no refresh_token', { grant_type: 'refresh_token', device_code: code.text }, 'invalid_request'],
  ])('%s', (_, fields, expected) => expect(outcome(readTokenRequest(form(fields)))).toEqual(expected));
});

describe('RFC 7009 2.1: the parameters of revocation', () => {
  it.each<[string, Record<string, string>, unknown]>([
    ['a refresh token', { token: refresh.text }, { refreshHash: refresh.hash }],
    [
      'a refresh token with a wrong hint',
      { token: refresh.text, token_type_hint: 'access_token' },
      { refreshHash: refresh.hash },
    ],
    ['anything else may be a delegation token', { token: 'eyJ' }, { accessToken: 'eyJ' }],
    ['a device code is no token', { token: code.text }, { accessToken: code.text }],
    ['no token', { token_type_hint: 'refresh_token' }, 'invalid_request'],
  ])('%s', (_, fields, expected) => expect(outcome(readRevocation(form(fields)))).toEqual(expected));
});
