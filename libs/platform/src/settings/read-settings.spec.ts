import { SettingsError, readSettings, unknownSettings } from './read-settings';

/** The faults of an environment, one line a variable; none when it is valid. */
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

describe('readSettings', () => {
  it('PACT wire 8: has the published defaults', () => {
    expect({ ...readSettings({}) }).toMatchObject({
      publicUrl: 'http://localhost:4000',
      organization: 'Surety',
      identityScheme: 'paJwt',
      allowLoopbackHttp: false,
      egressAllow: [],
      openMode: false,
      delegationBinding: 'sub',
      trustedProxies: [],
      deploymentKeyFile: '.surety/deployment.key',
      language: 'en',
      port: 4000,
      listen: ['127.0.0.1', '::1'],
      dataDir: '.surety',
      drainSeconds: 5,
      graceSeconds: 30,
      logLevel: 'info',
    });
  });

  it('PACT wire 8: derives the port of an app from its offset, and the public URL and key file from what is set', () => {
    expect(readSettings({}, 1)).toMatchObject({ port: 4001, publicUrl: 'http://localhost:4000' });
    const settings = readSettings({ SURETY_PORT: '5000', SURETY_DATA_DIR: '/var/lib/surety' });
    expect(settings.publicUrl).toBe('http://localhost:5000');
    expect(settings.deploymentKeyFile).toBe('/var/lib/surety/deployment.key');
  });

  it('reads each kind of value, and an empty variable as an absent one', () => {
    const settings = readSettings({
      SURETY_PUBLIC_URL: 'https://provider.example',
      SURETY_ALLOW_LOOPBACK_HTTP: 'true',
      SURETY_EGRESS_ALLOW: '10.0.0.0/8, fd00::/8',
      SURETY_LISTEN: '0.0.0.0',
      SURETY_METRICS_PORT: '9100',
      SURETY_FAIL_POINTS: 'turn.claimed=kill,turn.stored=error:2',
      SURETY_ORGANIZATION: '',
      DATABASE_URL: 'postgres://u:p@db/surety',
    });
    expect(settings).toMatchObject({
      publicUrl: 'https://provider.example',
      allowLoopbackHttp: true,
      egressAllow: ['10.0.0.0/8', 'fd00::/8'],
      listen: ['0.0.0.0'],
      metricsPort: 9100,
      organization: 'Surety',
      databaseUrl: 'postgres://u:p@db/surety',
    });
  });

  it('is frozen, lists included', () => {
    const settings = readSettings({ SURETY_EGRESS_ALLOW: '10.0.0.0/8' });
    expect(Object.isFrozen(settings)).toBe(true);
    expect(Object.isFrozen(settings.egressAllow)).toBe(true);
    expect(Object.isFrozen(readSettings({}).listen)).toBe(true);
  });

  it.each([
    [
      'SURETY_PUBLIC_URL',
      ['provider.example', 'https://a.example/', 'https://a.example/x', 'ftp://a.example'],
    ],
    ['SURETY_PUBLIC_URL', ['https://a.example:443', 'https://u@a.example', 'HTTPS://A.example']],
    ['SURETY_ALLOW_LOOPBACK_HTTP', ['1', 'yes', 'TRUE', 'False']],
    ['SURETY_OPEN_MODE', ['on', '0']],
    [
      'SURETY_EGRESS_ALLOW',
      ['10.0.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/8,', 'a/8', '10.0.0.0/8/8', '10/8'],
    ],
    ['SURETY_TRUSTED_PROXIES', ['10.0.0.0/-1', '10.0.0.0/ 8', 'localhost/8', '*']],
    ['SURETY_DELEGATION_BINDING', ['user', 'Sub']],
    ['SURETY_IDENTITY_SCHEME', ['1x', 'a b', '"', 'a'.repeat(65), 'userDelegation']],
    ['SURETY_DEPLOYMENT_KEY', ['short', 'x'.repeat(44), '='.repeat(43)]],
    ['SURETY_PORT', ['-1', '65536', '4000.5', '0x10', 'auto']],
    ['SURETY_METRICS_PORT', ['0', '99999', 'none']],
    ['SURETY_LISTEN', ['localhost', '127.0.0.1,', '1.2.3', '[::1]']],
    ['SURETY_DRAIN_SECONDS', ['-1', '301', '1.5', '5s']],
    ['SURETY_LOG_LEVEL', ['verbose', 'INFO']],
    ['SURETY_LANGUAGE', ['english', 'EN', 'e']],
    ['SURETY_FAIL_POINTS', ['x', 'x=boom', 'x=kill,x=hang', 'x=error:0', 'X=kill']],
    ['DATABASE_URL', ['mysql://x', 'localhost:5432']],
    ['REDIS_URL', ['http://x', 'localhost']],
    ['SURETY_ADMIN_URL', ['http://x/', 'x']],
  ])('refuses %s with any of %j, and names it', (variable, values) => {
    for (const value of values) {
      const faults = faultsOf({ [variable]: value });
      expect([value, faults]).toEqual([value, [expect.stringMatching(new RegExp(`^${variable} `))]]);
    }
  });

  it('lists every fault at once, without the values, which may be secrets', () => {
    const faults = faultsOf({ SURETY_PORT: 'x1', SURETY_OPEN_MODE: 'x2', SURETY_DEPLOYMENT_KEY: 'hunter2' });
    expect(faults.map(fault => fault.split(' ')[0]).sort()).toEqual([
      'SURETY_DEPLOYMENT_KEY',
      'SURETY_OPEN_MODE',
      'SURETY_PORT',
    ]);
    expect(faults.join()).not.toMatch(/x1|x2|hunter2/);
  });

  it('refuses two deployment keys, and a grace period shorter than the drain time', () => {
    const key = 'A'.repeat(43);
    expect(faultsOf({ SURETY_DEPLOYMENT_KEY: key, SURETY_DEPLOYMENT_KEY_FILE: 'k' })).toHaveLength(1);
    expect(faultsOf({ SURETY_DRAIN_SECONDS: '40', SURETY_GRACE_SECONDS: '30' })).toHaveLength(1);
  });
});

describe('unknownSettings', () => {
  it('PACT wire 8: names variables of ours that nobody understands, and no others', () => {
    const env = {
      SURETY_PUBIC_URL: 'x',
      SURETY_A: '',
      SURETY_PORT: '1',
      SURETY_MESH_NAMESPACE: 'm',
      SURETY_STACK: 'stack.json',
      PATH: '/bin',
    };
    expect(unknownSettings(env)).toEqual(['SURETY_A', 'SURETY_PUBIC_URL']);
  });
});
