import { createHmac } from 'node:crypto';
import { DeploymentKeyError, deploymentKey, deriveKey } from './deployment-key';
import { userPseudonym } from './user-pseudonym';

const text = Buffer.alloc(32, 1).toString('base64url');

describe('PACT wire 8: the deployment key', () => {
  it('is 32 bytes of base64url, a newline of the file aside', () => {
    expect(deploymentKey(`${text}\n`)).toEqual(Buffer.alloc(32, 1));
  });

  it.each([
    ['31 bytes', Buffer.alloc(31).toString('base64url')],
    ['33 bytes', Buffer.alloc(33).toString('base64url')],
    ['padding', Buffer.alloc(32, 1).toString('base64')],
    ['hex', Buffer.alloc(32, 1).toString('hex')],
    ['nothing', ''],
    ['blanks inside', `${text.slice(0, 5)} ${text.slice(5)}`],
  ])('refuses %s and quotes nothing of it', (_, value) => {
    expect(() => deploymentKey(value)).toThrow(DeploymentKeyError);
    expect(() => deploymentKey(value)).toThrow(/^the deployment key must be 32 bytes in base64url/);
  });

  it('derives a key of 32 bytes per purpose, always the same one', () => {
    const key = deploymentKey(text);
    expect(deriveKey(key, 'a')).toHaveLength(32);
    expect(deriveKey(key, 'a')).toEqual(deriveKey(key, 'a'));
    expect(deriveKey(key, 'a')).not.toEqual(deriveKey(key, 'b'));
  });

  it('derives as RFC 5869 says (extract with no salt, one expand step)', () => {
    const key = deploymentKey(text);
    const extracted = createHmac('sha256', Buffer.alloc(32)).update(key).digest();
    const expanded = createHmac('sha256', extracted).update('surety a').update(Buffer.of(1)).digest();
    expect(deriveKey(key, 'a')).toEqual(expanded);
  });
});

describe('PACT wire 5.1: the name of a User towards a Brand', () => {
  const key = deriveKey(deploymentKey(text), 'user pseudonym');

  it('is u_ and the first 22 characters of HMAC-SHA-256 over Brand, issuer and sub', () => {
    const mac = createHmac('sha256', key).update('b1\nhttps://pa.example\njosé').digest('base64url');
    expect(userPseudonym(key, 'b1', 'https://pa.example', 'josé')).toBe(`u_${mac.slice(0, 22)}`);
    expect(userPseudonym(key, 'b1', 'https://pa.example', 'josé')).toMatch(/^u_[A-Za-z0-9_-]{22}$/);
  });

  it('differs by Brand, by personal agent, by sub and by deployment', () => {
    const names = [
      userPseudonym(key, 'b1', 'https://pa.example', 's'),
      userPseudonym(key, 'b2', 'https://pa.example', 's'),
      userPseudonym(key, 'b1', 'https://pb.example', 's'),
      userPseudonym(key, 'b1', 'https://pa.example', 't'),
      userPseudonym(deriveKey(key, 'other'), 'b1', 'https://pa.example', 's'),
    ];
    expect(new Set(names).size).toBe(names.length);
  });
});
