import { issuerFault } from './issuer-url';

const codeOf = (issuer: string, loopback = false) => issuerFault(issuer, loopback)?.code ?? 'ok';

describe('the issuer of a personal agent (PACT 3.1, PACT wire §6)', () => {
  it.each([
    'https://pa.example.com',
    'https://pa.example.com/',
    'https://pa.example.com/tenant/1?x=y',
    'HTTPS://PA.example.com',
    'https://pa.example.com:8443/a%20b',
    `https://pa.example/${'a'.repeat(1024 - 19)}`,
  ])('takes %s', issuer => {
    expect(codeOf(issuer)).toBe('ok');
  });

  it.each([
    ['http://localhost:4004', 'ok'],
    ['http://127.0.0.1:4004/pa', 'ok'],
    ['http://127.1.2.3', 'ok'],
    ['http://[::1]:1', 'ok'],
    ['http://pa.example', 'not_https'],
    ['http://localhost.evil.example', 'not_https'],
    ['http://127.0.0.1.evil.example', 'not_https'],
    ['http://10.0.0.1', 'not_https'],
  ])('with loopback http admitted: %s -> %s', (issuer, code) => {
    expect(codeOf(issuer, true)).toBe(code);
  });

  it.each([
    ['http://localhost:4004', 'not_https'],
    ['ftp://pa.example', 'bad_url'],
    ['pa.example', 'bad_url'],
    ['//pa.example', 'bad_url'],
    ['/pa', 'bad_url'],
    ['https:pa.example', 'bad_url'],
    ['https:/pa.example', 'bad_url'],
    ['https://', 'bad_url'],
    ['https:///path', 'bad_url'],
    ['urn:pa:1', 'bad_url'],
    ['javascript:alert(1)', 'bad_url'],
    [' https://pa.example', 'bad_url'],
    ['https://pa.example ', 'bad_url'],
    ['https://pa.example\n', 'bad_url'],
    ['https://pa.exa\tmple', 'bad_url'],
    ['https://pä.example', 'bad_url'],
    ['https:\\\\pa.example', 'bad_url'],
    ['https://pa.example\\@evil.example', 'bad_url'],
    ['https://user@pa.example', 'bad_url'],
    ['https://user:pass@pa.example', 'bad_url'],
    ['https://@pa.example', 'bad_url'],
    ['https://pa.example:99999', 'bad_url'],
    [`https://pa.example/${'a'.repeat(1024 - 18)}`, 'wrong_length'],
  ])('refuses %j as %s', (issuer, code) => {
    expect(codeOf(issuer)).toBe(code);
  });
});
