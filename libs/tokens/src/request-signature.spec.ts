import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { flattenedVerify, importJWK } from 'jose';
import { signRequest, verifyRequest } from './request-signature';
import { privateKeyOf } from './signing-jwk';

/** The published vector (PACT wire 5.3); receivers of Brands test themselves against these bytes. */
const vector = {
  jwk: {
    kty: 'EC',
    crv: 'P-256',
    x: '5MdpeoI90WL8SZ1ImpM-Wb9D5Mds2nEalg2RnA_d0Y0',
    y: 'DsHYc_dptqLqYx61jFM9VLMnxYpVELtdzWUgQU9F24g',
  },
  body: Buffer.from('{"type":"turn","turnId":"tn_1","step":1,"text":"café"}', 'utf8'),
  header:
    '{"alg":"ES256","kid":"wh-test","typ":"surety-request+jws","iat":1790769600,"jti":"tn_1.1.1","htm":"POST","htu":"https://brand.example/agent"}',
  signature:
    'eyJhbGciOiJFUzI1NiIsImtpZCI6IndoLXRlc3QiLCJ0eXAiOiJzdXJldHktcmVxdWVzdCtqd3MiLCJpYXQiOjE3OTA3Njk2MDAsImp0aSI6InRuXzEuMS4xIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vYnJhbmQuZXhhbXBsZS9hZ2VudCJ9..R-CaSl4kSkdAA29T9jzK6GV3T8J3DIWJZ3Ddwb5jr4rRkifqabRIEIa4stWp4NNhMzR-2iUkHQ9_TPuRb15cOg',
  payloadPart: 'eyJ0eXBlIjoidHVybiIsInR1cm5JZCI6InRuXzEiLCJzdGVwIjoxLCJ0ZXh0IjoiY2Fmw6kifQ',
};
const iat = 1_790_769_600;
const publicKey = createPublicKey({ key: vector.jwk, format: 'jwk' });
const d = createHash('sha256').update('webhook test key').digest('base64url');
const key = privateKeyOf({ ...vector.jwk, d });
const received = {
  signature: vector.signature,
  keyOf: (kid: string) => (kid === 'wh-test' ? publicKey : undefined),
  body: vector.body,
  method: 'POST',
  url: 'https://brand.example/agent',
  nowMs: iat * 1000,
};
const toSign = {
  key,
  kid: 'wh-test',
  body: vector.body,
  method: 'POST',
  url: received.url,
  jti: 'tn_1.1.1',
  iat,
};

describe('PACT wire 5.3: Surety-Signature', () => {
  it('verifies the published vector', () => {
    expect(vector.body).toHaveLength(55);
    expect(createHash('sha256').update(vector.body).digest('hex')).toBe(
      '359851f8f40ed11a33d79df294c83e6f5579da292d1bb9583444c99973bf8555',
    );
    expect(verifyRequest(received)).toEqual({ ok: true, value: { kid: 'wh-test', jti: 'tn_1.1.1', iat } });
  });

  it('writes the header of the vector byte for byte and a signature that verifies', () => {
    const signature = signRequest(toSign);
    const [header = '', payload] = signature.split('.');
    expect(Buffer.from(header, 'base64url').toString('utf8')).toBe(vector.header);
    expect(header).toBe(vector.signature.split('.')[0]);
    expect(payload).toBe('');
    expect(verifyRequest({ ...received, signature }).ok).toBe(true);
  });

  it('is verified by jose, as any receiver would do it', async () => {
    const [header = '', , signature = ''] = signRequest(toSign).split('.');
    const jws = { protected: header, payload: vector.payloadPart, signature };
    const verified = await flattenedVerify(jws, await importJWK(vector.jwk, 'ES256'));
    expect(Buffer.from(verified.payload)).toEqual(vector.body);
  });

  it('covers an empty body', () => {
    const signature = signRequest({ ...toSign, body: new Uint8Array(0) });
    expect(verifyRequest({ ...received, signature, body: new Uint8Array(0) }).ok).toBe(true);
    expect(verifyRequest({ ...received, signature }).ok).toBe(false);
  });

  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [header = '', , signaturePart = ''] = vector.signature.split('.');
  const resigned = (change: (text: string) => string) => {
    const changed = Buffer.from(change(vector.header)).toString('base64url');
    return { signature: `${changed}..${signaturePart}` };
  };

  it.each([
    ['another body', { body: Buffer.from('{}') }, 'bad signature'],
    ['another method', { method: 'PUT' }, 'htm'],
    ['another URL', { url: 'https://brand.example/agent?' }, 'htu'],
    ['a time 301 s ahead', { nowMs: (iat - 301) * 1000 }, 'iat'],
    ['a time 301 s ago', { nowMs: (iat + 301) * 1000 }, 'iat'],
    ['an unknown kid', { keyOf: () => undefined }, 'no key'],
    ['another key', { keyOf: () => otherKey.publicKey }, 'bad signature'],
    ['an embedded payload', { signature: `${header}.${vector.payloadPart}.${signaturePart}` }, 'detached'],
    ['a fourth part', { signature: `${vector.signature}.x` }, 'detached'],
    ['padding', { signature: `${vector.signature}==` }, 'detached'],
    ['no signature', { signature: '' }, 'detached'],
    ['an empty header', { signature: `..${signaturePart}` }, 'JSON object'],
    ['alg none', resigned(text => text.replace('ES256', 'none')), 'alg'],
    ['crit', resigned(text => text.replace('{', '{"crit":["b64"],')), 'crit'],
    ['another typ', resigned(text => text.replace('surety-request+jws', 'JWT')), 'typ'],
    ['no jti', resigned(text => text.replace('jti', 'jtx')), 'jti'],
    ['another jti', resigned(text => text.replace('tn_1.1.1', 'tn_1.1.2')), 'bad signature'],
  ])('refuses %s', (_, change, reason) => {
    const verified = verifyRequest({ ...received, ...change });
    expect(verified).toEqual({ ok: false, error: expect.stringContaining(reason) as string });
  });

  it('admits a receiver whose clock is 300 s off', () => {
    for (const seconds of [-300, 300]) {
      expect(verifyRequest({ ...received, nowMs: (iat + seconds) * 1000 }).ok).toBe(true);
    }
  });
});
