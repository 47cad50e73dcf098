import { generateKeyPairSync } from 'node:crypto';
import { signRequest } from '@surety/tokens';
import { StubBrand } from './stub-brand';
import { says } from './stub-brand-reply';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'wh-1' }] };
const BODY = '{"turnId":"tn_1","step":1,"attempt":1,"text":"café"}';

describe('stub Brand', () => {
  let brand: StubBrand;
  beforeEach(async () => {
    brand = await StubBrand.start({ path: '/agent?x=1', keys: () => keys });
  });
  afterEach(() => brand.stop());

  const deliver = (
    signed: Partial<Parameters<typeof signRequest>[0]> = {},
    sent: { body?: string; key?: string } = {},
  ) => {
    const signature = signRequest({
      key: privateKey,
      kid: 'wh-1',
      body: Buffer.from(BODY),
      method: 'POST',
      url: brand.url,
      jti: 'tn_1.1.1',
      iat: Math.floor(Date.now() / 1000),
      ...signed,
    });
    return fetch(brand.url, {
      method: 'POST',
      headers: { 'Idempotency-Key': sent.key ?? 'tn_1.1', 'Surety-Signature': signature },
      body: sent.body ?? BODY,
    });
  };

  it('answers, remembers and counts deliveries by key', async () => {
    expect(await (await deliver()).json()).toEqual({ text: 'You said: café' });
    brand.behave((_delivery, count) => says(`Number ${count}`, true));
    expect(await (await deliver()).json()).toEqual({ text: 'Number 2', close: true });
    await deliver({}, { key: 'tn_2.1' });
    expect([...brand.countsByKey()]).toEqual([
      ['tn_1.1', 2],
      ['tn_2.1', 1],
    ]);
    expect(brand.deliveries[0]).toMatchObject({
      signatureFault: undefined,
      turn: { turnId: 'tn_1', text: 'café' },
    });
  });

  it.each<[string, Parameters<typeof deliver>, string]>([
    ['another body', [{}, { body: BODY.replace('é', 'e') }], 'the signature does not verify'],
    ['an unknown key', [{ kid: 'wh-2' }], 'the signature does not verify'],
    ['another method', [{ method: 'PUT' }], 'signed for PUT'],
    ['another address', [{ url: 'http://127.0.0.1/agent' }], 'signed for POST http://127.0.0.1/agent'],
    ['an old signature', [{ iat: 1_700_000_000 }], 'iat is 1700000000'],
    ['the jti of another step', [{ jti: 'tn_1.2.1' }], 'jti is tn_1.2.1'],
  ])('sees %s', async (_case, args, fault) => {
    await deliver(...args);
    expect(brand.deliveries[0]?.signatureFault).toContain(fault);
  });

  it('sees a missing signature', async () => {
    await fetch(brand.url, { method: 'POST', body: BODY });
    expect(brand.deliveries[0]?.signatureFault).toBe('no detached JWS');
  });

  it('waits for deliveries, and not for ever', async () => {
    const arrived = brand.delivered(2);
    await Promise.all([deliver(), deliver()]);
    await arrived;
    await expect(brand.delivered(3, 20)).rejects.toThrow('2 of 3 deliveries');
  });

  it('goes away and comes back at the same address', async () => {
    const { url } = brand;
    await brand.away();
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
    await brand.back();
    expect(brand.url).toBe(url);
    expect((await deliver()).status).toBe(200);
  });
});
