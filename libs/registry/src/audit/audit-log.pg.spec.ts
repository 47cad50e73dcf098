import { type RegistryDatabase, registryDatabase } from '@surety/testing';
import { AuditLog } from '../index';
import { entry, nextMillisecond } from '../registry.test-kit';

jest.setTimeout(30_000);

let database: RegistryDatabase;
let audit: AuditLog;

beforeAll(async () => {
  database = await registryDatabase();
  audit = new AuditLog(database.sql);
});
afterAll(() => database.drop());

describe('the audit (PACT wire §6)', () => {
  it('keeps what was said, secrets hidden whatever the caller did', async () => {
    await audit.record(
      entry('brand.update', 'brand-1', {
        brandId: 'brand-1',
        before: { name: 'Old', agent: { headers: { authorization: 'Bearer s3cret' } } },
        after: { name: 'New' },
        reason: 'asked for by phone',
      }),
    );
    const [row] = await audit.list({ objectId: 'brand-1' }, { limit: 1 });
    expect(row).toMatchObject({
      actorId: 'operator-1',
      actorRole: 'operator',
      action: 'brand.update',
      objectType: 'brand',
      brandId: 'brand-1',
      before: { name: 'Old', agent: { headers: { authorization: '[hidden]' } } },
      after: { name: 'New' },
      reason: 'asked for by phone',
      requestId: 'request-1',
    });
    expect(Math.abs(Date.now() - row!.at.getTime())).toBeLessThan(60_000);
    expect(JSON.stringify(await database.dataSource.query('SELECT * FROM audit'))).not.toContain('s3cret');
  });

  it('is filtered by each member, and a Brand operator sees its own Brands only', async () => {
    await audit.record(entry('brand.close', 'b-2', { brandId: 'b-2', actor: { id: 'ann', role: 'owner' } }));
    await nextMillisecond();
    await audit.record(entry('personal-agent.disable', 'pa-3', { actor: { id: 'ann', role: 'owner' } }));
    const ids = async (filters: object) =>
      (await audit.list(filters, { limit: 10 })).map(row => row.objectId);
    expect(await ids({ actor: 'ann' })).toEqual(['pa-3', 'b-2']);
    expect(await ids({ actor: 'ann', action: 'brand.close' })).toEqual(['b-2']);
    expect(await ids({ objectType: 'personal-agent' })).toEqual(['pa-3']);
    expect(await ids({ objectId: 'b-2' })).toEqual(['b-2']);
    expect(await ids({ brandIds: ['b-2'] })).toEqual(['b-2']);
    expect(await ids({ brandIds: [] })).toEqual([]);
    expect(await ids({ brandIds: ['b-9'] })).toEqual([]);
    const [newest] = await audit.list({ actor: 'ann' }, { limit: 1 });
    const at = newest!.at.toISOString();
    const after = new Date(newest!.at.getTime() + 1).toISOString();
    expect(await ids({ actor: 'ann', from: after })).toEqual([]);
    expect(await ids({ objectId: 'pa-3', to: at })).toEqual([]);
    expect(await ids({ objectId: 'pa-3', from: at, to: after })).toEqual(['pa-3']);
    expect(
      (await audit.list({ actor: 'ann' }, { limit: 5, before: newest!.id })).map(row => row.objectId),
    ).toEqual(['b-2']);
  });
});
