import { readWebAddress } from './web-address';

describe('PACT 2.1: addresses a client may talk to', () => {
  it.each([
    'https://provider.example/a2a/01J',
    'https://provider.example:8443/a2a/01J?x=1',
    'http://localhost:4000/a2a/x',
    'http://127.0.0.1:4000/',
    'http://127.9.9.9/',
    'http://[::1]:4000/a2a/x',
    'http://brand.localhost:4000/',
  ])('accepts %s', text => expect(readWebAddress(text).ok).toBe(true));

  it.each([
    ['', 'absolute'],
    ['/a2a/x', 'absolute'],
    ['//provider.example/x', 'absolute'],
    ['provider.example/x', 'absolute'],
    ['file:///etc/passwd', 'absolute'],
    ['javascript:alert(1)', 'absolute'],
    ['ftp://provider.example/', 'absolute'],
    ['https:provider.example', 'absolute'],
    ['https://', 'absolute'],
    ['http://provider.example/', 'plain http'],
    ['http://localhost.example/', 'plain http'],
    ['http://127.0.0.1.example/', 'plain http'],
    ['http://169.254.169.254/', 'plain http'],
    ['https://user:pw@provider.example/', 'user info'],
    ['https://provider.example@evil.example/', 'user info'],
    ['https://provider.example/#x', 'fragment'],
  ])('refuses %j', (text, why) => {
    const read = readWebAddress(text);
    expect(read.ok ? 'accepted' : read.error).toContain(why);
  });
});
