import fc from 'fast-check';
import { deploymentKey, deriveKey } from './deployment-key';
import { UnsealError, seal, unseal } from './seal';

const key = deriveKey(deploymentKey(Buffer.alloc(32, 7).toString('base64url')), 'signing keys');
const otherKey = deriveKey(deploymentKey(Buffer.alloc(32, 7).toString('base64url')), 'secret headers');
const bytes = fc.uint8Array({ maxLength: 200 });

describe('P24: sealed secrets', () => {
  it('opens what it sealed, byte for byte', () => {
    fc.assert(
      fc.property(bytes, fc.string(), (secret, place) => {
        expect(unseal(key, seal(key, secret, place), place)).toEqual(Buffer.from(secret));
      }),
    );
  });

  it('takes text as UTF-8 and shows nothing of it', () => {
    const sealed = seal(key, 'schlüssel', 'a');
    expect(unseal(key, sealed, 'a').toString('utf8')).toBe('schlüssel');
    expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
  });

  it('seals the same secret differently each time', () => {
    expect(seal(key, 'x', 'a')).not.toBe(seal(key, 'x', 'a'));
  });

  it('keeps its format: rows of a database outlive every release', () => {
    const sealed = seal(key, 'secret', 'signing_key/1', Buffer.alloc(12, 1));
    expect(sealed).toBe('v1.AQEBAQEBAQEBAQEBoHBB7qDTwswa3tsZIf36PrqeaV6rFg');
  });

  it('opens with no other key and in no other place', () => {
    const sealed = seal(key, 'x', 'brand/1');
    expect(() => unseal(otherKey, sealed, 'brand/1')).toThrow(UnsealError);
    expect(() => unseal(key, sealed, 'brand/2')).toThrow(UnsealError);
  });

  it('does not open after any change of one character', () => {
    const sealed = seal(key, 'secret', 'a');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(() => unseal(key, changed, 'a')).toThrow(UnsealError);
    }
  });

  it.each(['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'secret', 'v1.===='])(
    'refuses what was never sealed: %p',
    text => {
      expect(() => unseal(key, text, 'a')).toThrow(UnsealError);
    },
  );
});
