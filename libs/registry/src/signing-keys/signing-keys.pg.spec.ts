import { createPublicKey, sign, verify } from 'node:crypto';
import { type RegistryDatabase, registryDatabase } from '@surety/testing';
import { UnsealError } from '@surety/tokens';
import type { AuditEntry } from '../audit/audit-entry';
import { SigningKeys } from './signing-keys.repository';

const SEALING_KEY = Buffer.alloc(32, 3);
const audit = (): AuditEntry => ({
  actor: { id: 'test', role: 'owner' },
  action: 'webhook-key.rotate',
  object: { type: 'webhook-key', id: 'x' },
  brandId: null,
  before: null,
  after: null,
  reason: null,
  requestId: 'x',
});

describe('SigningKeys (P24)', () => {
  let database: RegistryDatabase;
  let keys: SigningKeys;

  beforeEach(async () => {
    database = await registryDatabase({ poolSize: 4 });
    keys = new SigningKeys(database.sql, SEALING_KEY);
  });
  afterEach(() => database.drop());

  /** Lets time pass: every key was made that much earlier. */
  const age = (interval: string) =>
    database.dataSource.query(`UPDATE signing_key SET active_from = active_from - interval '${interval}'`);
  const rotate = () => keys.rotate('webhook', audit);
  const publishedKids = async () => (await keys.published('webhook')).map(({ kid }) => kid);

  it('makes one first key, however many replicas start at once', async () => {
    const replicas = Array.from({ length: 4 }, () => new SigningKeys(database.sql, SEALING_KEY));
    await Promise.all(replicas.map(each => each.ensure('webhook')));
    expect(await keys.list('webhook')).toMatchObject([{ status: 'active', retiredAt: null }]);
  });

  it('PACT wire 5.3: publishes exactly the members of a public key, in one order', async () => {
    await keys.ensure('webhook');
    const [key] = await keys.published('webhook');
    expect(Object.keys(key?.publicJwk ?? {})).toEqual(['kty', 'crv', 'x', 'y', 'kid', 'alg', 'use']);
  });

  it('publishes no member beside, whatever the row holds', async () => {
    await keys.ensure('webhook');
    await database.dataSource.query(`UPDATE signing_key SET public_jwk = public_jwk || '{"d":"secret"}'`);
    expect(JSON.stringify(await keys.list('webhook'))).not.toContain('secret');
  });

  it('signs with a key that the published set verifies', async () => {
    await keys.ensure('webhook');
    const { kid, key } = await keys.active('webhook');
    const published = (await keys.published('webhook')).find(each => each.kid === kid);
    const jwk = createPublicKey({ key: { ...published?.publicJwk }, format: 'jwk' });
    const data = Buffer.from('signed');
    expect(verify('sha256', data, jwk, sign('sha256', data, key))).toBe(true);
  });

  it('publishes the next key before it signs, and retires the old one when it does', async () => {
    await keys.ensure('webhook');
    const [first] = await keys.list('webhook');
    const next = await rotate();
    expect(next.status).toBe('next');
    expect(await publishedKids()).toEqual([next.kid, first?.kid]);
    await age('9 minutes 50 seconds');
    expect((await new SigningKeys(database.sql, SEALING_KEY).active('webhook')).kid).toBe(first?.kid);
    await age('20 seconds');
    expect((await new SigningKeys(database.sql, SEALING_KEY).active('webhook')).kid).toBe(next.kid);
    expect(await keys.list('webhook')).toMatchObject([{ status: 'active' }, { status: 'retired' }]);
  });

  it('gives the waiting key again when it is rotated twice, and records one rotation', async () => {
    await keys.ensure('webhook');
    const rotated = await Promise.all([rotate(), rotate(), rotate()]);
    expect(new Set(rotated.map(({ kid }) => kid)).size).toBe(1);
    expect(await database.dataSource.query('SELECT action FROM audit')).toHaveLength(1);
  });

  it('publishes a retired key until everything it signed is 13 months old', async () => {
    await keys.ensure('webhook');
    const [first] = await keys.list('webhook');
    const next = await rotate();
    await age('402 days');
    expect(await publishedKids()).toEqual([next.kid, first?.kid]);
    await age('2 days');
    expect(await publishedKids()).toEqual([next.kid]);
  });

  it('forgets private parts of retired keys at the next rotation, and never those that may still sign', async () => {
    await keys.ensure('webhook');
    for (let turn = 0; turn < 2; turn += 1) {
      await rotate();
      await age('11 minutes');
    }
    await rotate();
    const rows = await database.dataSource.query(
      'SELECT sealed_private IS NULL AS gone FROM signing_key ORDER BY active_from',
    );
    expect(rows.map(({ gone }: { gone: boolean }) => gone)).toEqual([true, true, false, false]);
  });

  it('keeps private parts sealed: the rows show none, and another deployment key opens none', async () => {
    await keys.ensure('webhook');
    const rows = JSON.stringify(await database.dataSource.query('SELECT * FROM signing_key'));
    const { x, d } = (await keys.active('webhook')).key.export({ format: 'jwk' });
    expect([rows.includes(String(x)), rows.includes(String(d))]).toEqual([true, false]);
    const stranger = new SigningKeys(database.sql, Buffer.alloc(32, 4));
    await expect(stranger.active('webhook')).rejects.toThrow(UnsealError);
  });
});
