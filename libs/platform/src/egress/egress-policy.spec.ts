import { EgressRules } from './egress-policy';

const strict = new EgressRules({ allowLoopbackHttp: false, allowCidrs: [] });
const loopback = new EgressRules({ allowLoopbackHttp: true, allowCidrs: [] });

/** The code with which rules refuse a URL, or `ok`. */
const verdict = (rules: EgressRules, url: string) => {
  const judged = rules.judgeUrl(url);
  return judged.ok ? 'ok' : judged.error.code;
};

describe('EgressRules.judgeUrl', () => {
  it.each([
    'https://pa.example/jwks.json',
    'https://pa.example:8443/',
    'https://1.1.1.1/',
    'https://[2606:4700::1]/',
  ])('P25: admits %s', url => expect(verdict(strict, url)).toBe('ok'));

  it.each([
    'http://pa.example/',
    'ftp://pa.example/',
    'file:///etc/passwd',
    'data:,x',
    'ws://pa.example',
    'javascript:1',
  ])('P25: %s is not https, with and without the loopback setting', url => {
    expect(verdict(strict, url)).toBe('not_https');
    expect(verdict(loopback, url)).toBe('not_https');
  });

  it.each([
    '',
    'pa.example',
    '//pa.example',
    'https://',
    'https://u:p@pa.example/',
    'https://u@pa.example/',
    'https://a b/',
  ])('P25: %j is no URL to ask', url => expect(verdict(strict, url)).toBe('bad_url'));

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://127.0.0.1./',
    'https://１２７.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://169.254.169.254/latest/meta-data',
    'https://2852039166/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
  ])('P25: refuses the literal %s', url => expect(verdict(strict, url)).toBe('private_address'));

  it.each([
    'http://127.0.0.1:4004/jwks',
    'http://127.9.9.9/',
    'http://[::1]:1/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://127.1/',
  ])('PACT wire 8: admits %s under the loopback setting only', url => {
    expect(verdict(loopback, url)).toBe('ok');
    expect(verdict(strict, url)).toBe('not_https');
  });

  it.each([
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'http://10.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://localhost@pa.example/',
  ])('PACT wire 8: the loopback setting does not admit %s', url =>
    expect(verdict(loopback, url)).not.toBe('ok'),
  );

  it('P25: a CIDR of the operator admits its addresses over https, and no plain http', () => {
    const rules = new EgressRules({ allowLoopbackHttp: false, allowCidrs: ['10.1.0.0/16', 'fd00::/8'] });
    expect(verdict(rules, 'https://10.1.2.3/')).toBe('ok');
    expect(verdict(rules, 'https://[fd12::1]/')).toBe('ok');
    expect(verdict(rules, 'https://10.2.0.1/')).toBe('private_address');
    expect(verdict(rules, 'http://10.1.2.3/')).toBe('not_https');
  });
});

describe('EgressRules.judgeAddress', () => {
  it('P25: judges what a name resolves to, whatever the name', () => {
    expect(strict.judgeAddress('pa.example', '10.0.0.1')?.code).toBe('private_address');
    expect(strict.judgeAddress('pa.example', '::ffff:10.0.0.1')?.code).toBe('private_address');
    expect(strict.judgeAddress('pa.example', '1.1.1.1')).toBeUndefined();
  });

  it('PACT wire 8: under the loopback setting localhost may be loopback and nothing else', () => {
    expect(loopback.judgeAddress('localhost', '127.0.0.1')).toBeUndefined();
    expect(loopback.judgeAddress('localhost', '1.1.1.1')?.code).toBe('private_address');
    expect(loopback.judgeAddress('pa.example', '127.0.0.1')?.code).toBe('private_address');
  });
});
