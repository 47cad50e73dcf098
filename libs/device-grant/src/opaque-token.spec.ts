import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { hashOpaqueToken, makeOpaqueToken } from './opaque-token';

const ZEROS = new Uint8Array(32);
const DEVICE_CODE = `dc_${'A'.repeat(43)}`;
const REFRESH_TOKEN = `rt_${'A'.repeat(43)}`;

describe('PACT wire 3: device codes and refresh tokens', () => {
  it('have the prefix of their kind and 43 characters; the hash covers the whole text (rows outlive a change of it)', () => {
    expect(makeOpaqueToken('device-code', ZEROS)).toEqual({
      text: DEVICE_CODE,
      hash: createHash('sha256').update(DEVICE_CODE).digest('base64url'),
    });
    expect(makeOpaqueToken('refresh-token', ZEROS).text).toBe(REFRESH_TOKEN);
    expect(makeOpaqueToken('refresh-token', ZEROS).hash).toBe('YZaCARAB2U9zhbfEWebjsIcR0TAWC16c8DcJXHj3AW8');
  });

  it('are found again by their hash, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.boolean(), (bytes, isDevice) => {
        const kind = isDevice ? 'device-code' : 'refresh-token';
        const { text, hash } = makeOpaqueToken(kind, bytes);
        expect(hashOpaqueToken(kind, text)).toBe(hash);
        expect(hash).not.toContain(text.slice(3));
      }),
    );
  });

  it('are made of 32 bytes and nothing else', () => {
    expect(() => makeOpaqueToken('device-code', randomBytes(31))).toThrow('32 random bytes');
    expect(() => makeOpaqueToken('device-code', randomBytes(33))).toThrow('32 random bytes');
  });

  it.each([
    ['nothing', ''],
    ['the prefix alone', 'dc_'],
    ['the other kind', REFRESH_TOKEN],
    ['no prefix', 'A'.repeat(43)],
    ['a prefix in upper case', `DC_${'A'.repeat(43)}`],
    ['one character less', DEVICE_CODE.slice(0, -1)],
    ['one character more', `${DEVICE_CODE}A`],
    ['stray bits in the last character', `${DEVICE_CODE.slice(0, -1)}B`],
    ['padding', `${DEVICE_CODE}=`],
    ['plain base64', `dc_${'+'.repeat(42)}A`],
    ['NUL', `${DEVICE_CODE.slice(0, -1)}\0`],
    ['a blank', ` ${DEVICE_CODE}`],
    ['a letter beyond latin1', `${DEVICE_CODE.slice(0, -1)}\u0141`],
    ['a mebibyte', `dc_${'A'.repeat(1 << 20)}`],
  ])('P30: %s is no device code', (_, presented) => {
    expect(hashOpaqueToken('device-code', presented)).toBeUndefined();
  });
});
