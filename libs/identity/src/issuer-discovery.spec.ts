import { IssuerDiscovery } from './issuer-discovery';
import { discoveryUrl, judgeOpenIssuer, readDiscovery } from './open-issuer';
import { KeptObservations, ScriptedEgress, SetClock, settled } from './scripted-egress.test-kit';

const MINUTE = 60_000;

describe('P34: an issuer that may be looked up', () => {
  it.each([
    'https://pa.example',
    'https://pa.example/',
    'https://pa.example/tenant/1',
    'https://pa.example:8443',
  ])('%s', issuer => expect(judgeOpenIssuer(issuer, false).ok).toBe(true));

  it.each([
    'http://pa.example',
    'ftp://pa.example',
    'pa.example',
    '',
    'https://',
    'https://pa.example?x=1',
    'https://pa.example/?',
    'https://pa.example#x',
    'https://pa.example/#',
    'https://user@pa.example',
    'https://user:word@pa.example',
    'https://PA.example',
    'HTTPS://pa.example',
    'https://pa.example:443',
    'https://pa.example/a/../b',
    'https:\\\\pa.example',
    ' https://pa.example',
    'https://pa.example\n',
    'https://pä.example',
    'https://0x7f000001',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://127.0.0.1:4004',
    'http://localhost:4004',
  ])('is not %p', issuer => {
    expect(judgeOpenIssuer(issuer, false).ok).toBe(false);
  });

  it.each(['http://127.0.0.1:4004', 'http://localhost:4004', 'http://[::1]:4004', 'http://127.8.8.8'])(
    'is %s with the setting for loopback',
    issuer => expect(judgeOpenIssuer(issuer, true).ok).toBe(true),
  );

  it.each([
    'http://pa.example',
    'http://localhost.pa.example',
    'http://10.0.0.1',
    'http://127.0.0.1.pa.example',
  ])('is not %s, whatever the setting', issuer => expect(judgeOpenIssuer(issuer, true).ok).toBe(false));

  it('publishes its metadata behind a single slash', () => {
    const url = 'https://pa.example/t/.well-known/openid-configuration';
    expect([discoveryUrl('https://pa.example/t'), discoveryUrl('https://pa.example/t/')]).toEqual([url, url]);
  });
});

describe('P34: a discovery document', () => {
  const issuer = 'https://pa.example';
  const jwksUri = 'https://keys.example/jwks';

  it('gives the jwks_uri', () => {
    const text = JSON.stringify({ issuer, jwks_uri: jwksUri, more: 1 });
    expect(readDiscovery(text, issuer)).toEqual({ ok: true, value: jwksUri });
  });

  it.each([
    ['another issuer', { issuer: 'https://pb.example', jwks_uri: jwksUri }],
    ['a slash at the issuer', { issuer: `${issuer}/`, jwks_uri: jwksUri }],
    ['no issuer', { jwks_uri: jwksUri }],
    ['no jwks_uri', { issuer }],
    ['a relative jwks_uri', { issuer, jwks_uri: '/jwks' }],
    ['a number as jwks_uri', { issuer, jwks_uri: 1 }],
    ['an array', [{ issuer, jwks_uri: jwksUri }]],
    ['null', null],
  ])('is refused with %s', (_, document) => {
    expect(readDiscovery(JSON.stringify(document), issuer).ok).toBe(false);
  });

  it('is refused when it is no JSON', () => {
    expect(readDiscovery('<html>', issuer).ok).toBe(false);
  });
});

describe('P34: looking up unknown issuers', () => {
  function setUp() {
    const egress = new ScriptedEgress();
    const clock = new SetClock(1_000 * MINUTE);
    const observer = new KeptObservations();
    const discovery = new IssuerDiscovery({ egress, clock, observer, allowLoopbackHttp: false });
    const publish = (issuer: string, document: object = { issuer, jwks_uri: `${issuer}/jwks` }) =>
      egress.bodies.set(discoveryUrl(issuer), JSON.stringify(document));
    const isFound = async (issuer: string, source = '192.0.2.1') =>
      (await discovery.jwksUriOf(issuer, source)).ok;
    return { egress, clock, observer, discovery, publish, isFound };
  }
  const issuer = 'https://pa.example';

  it('shares one look-up among tokens of one issuer and remembers what it found', async () => {
    const { egress, publish, isFound } = setUp();
    publish(issuer);
    expect(await Promise.all([isFound(issuer), isFound(issuer), isFound(issuer)])).toEqual([
      true,
      true,
      true,
    ]);
    expect(await isFound(issuer)).toBe(true);
    expect(egress.urls).toEqual(['https://pa.example/.well-known/openid-configuration']);
  });

  it('remembers a failure for 5 minutes', async () => {
    const { egress, clock, publish, isFound } = setUp();
    expect(await isFound(issuer)).toBe(false);
    publish(issuer);
    clock.pass(5 * MINUTE - 1);
    expect(await isFound(issuer)).toBe(false);
    expect(egress.urls).toHaveLength(1);
    clock.pass(1);
    expect(await isFound(issuer)).toBe(true);
  });

  it('asks nobody about an issuer that may not be looked up', async () => {
    const { egress, isFound } = setUp();
    expect(await isFound('https://pa.example?x')).toBe(false);
    expect(egress.urls).toEqual([]);
  });

  it('looks up at most 10 in a minute for one source, and more for others', async () => {
    const { egress, clock, observer, isFound } = setUp();
    for (let i = 0; i < 30; i += 1) await isFound(`https://pa${i}.example`);
    expect(egress.urls).toHaveLength(10);
    expect(observer.discoveries.filter(outcome => outcome === 'over_budget')).toHaveLength(20);
    await isFound('https://other.example', '192.0.2.2');
    expect(egress.urls).toHaveLength(11);
    clock.pass(MINUTE);
    await isFound('https://pa29.example');
    expect(egress.urls).toHaveLength(12);
  });

  it('looks up at most 10 at a time, and does not hold a refusal against the issuer', async () => {
    const { egress, publish, isFound } = setUp();
    egress.isManual = true;
    const asked = Array.from({ length: 12 }, (_, i) => isFound(`https://pa${i}.example`, `192.0.2.${i}`));
    await settled();
    expect(egress.pending).toHaveLength(10);
    expect(await Promise.all(asked.slice(10))).toEqual([false, false]);
    await Promise.all(egress.pending.map(fetch => fetch.fail()));
    await Promise.all(asked);
    egress.isManual = false;
    publish('https://pa11.example');
    expect(await isFound('https://pa11.example', '192.0.2.11')).toBe(true);
  });

  it('gives its place back after a fault of our own', async () => {
    const { egress, isFound } = setUp();
    egress.isManual = true;
    for (let i = 0; i < 12; i += 1) {
      const asked = isFound('https://pa.example', `192.0.2.${i}`);
      const refused = expect(asked).rejects.toThrow('our bug');
      await settled();
      await egress.pending[i]?.crash(new TypeError('our bug'));
      await refused;
    }
    expect(egress.urls).toHaveLength(12);
  });
});
