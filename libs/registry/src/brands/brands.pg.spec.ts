import { type RegistryDatabase, registryDatabase } from '@surety/testing';
import { AlreadyTaken, AuditLog, Brands } from '../index';
import { entry, newBrand } from '../registry.test-kit';

jest.setTimeout(30_000);

let database: RegistryDatabase;
let brands: Brands;

beforeAll(async () => {
  database = await registryDatabase();
  brands = new Brands(database.sql);
});
afterAll(() => database.drop());

const create = (id: string, changes = {}) =>
  brands.create(newBrand(id, changes), made => entry('brand.create', made.id, { brandId: made.id }));
const close = (id: string, check: () => void = () => undefined) =>
  brands.close(id, check, before => entry('brand.close', before.id, { brandId: before.id }));
const auditOf = (objectId: string) => new AuditLog(database.sql).list({ objectId }, { limit: 10 });

describe('Brands', () => {
  it('are stored as given, lists and nested members in their order', async () => {
    const skills = [
      { id: 'b', name: 'B', description: 'second letter', tags: ['z', 'a'], examples: ['two', 'one'] },
      { id: 'a', name: 'A', description: 'first letter', tags: ['t'] },
    ];
    const made = await create('brand-stored', { skills, domain: 'stored.example' });
    expect(made).toMatchObject({
      ...newBrand('brand-stored'),
      skills,
      domain: 'stored.example',
      closedAt: null,
    });
    expect(await brands.find('brand-stored')).toEqual(made);
    expect(await brands.findOpen('brand-stored')).toEqual(made);
    expect(await brands.findOpenByDomain('stored.example')).toEqual(made);
    expect(await auditOf('brand-stored')).toMatchObject([
      { action: 'brand.create', brandId: 'brand-stored' },
    ]);
  });

  it('are unknown under any other spelling', async () => {
    await create('brand-exact', { domain: 'exact.example' });
    for (const other of ['Brand-exact', 'brand-exact ', '%', '']) {
      expect(await brands.find(other)).toBeUndefined();
      expect(await brands.findOpen(other)).toBeUndefined();
      expect(await close(other)).toBeUndefined();
      expect(
        await brands.change(
          other,
          row => row,
          () => entry('brand.update', other),
        ),
      ).toBeUndefined();
    }
    expect(await brands.findOpenByDomain('EXACT.example')).toBeUndefined();
    expect(await brands.findOpenByDomain('')).toBeUndefined();
  });

  it('refuse a malformed id, which no route could ever reach', async () => {
    await expect(create('no spaces')).rejects.toThrow('brand__id');
    await expect(create('x'.repeat(65))).rejects.toThrow('brand__id');
  });

  it('have a domain of their own while they are open; closing frees it (PACT wire §9)', async () => {
    await create('brand-domain-1', { domain: 'shop.example' });
    await expect(create('brand-domain-2', { domain: 'shop.example' })).rejects.toThrow(AlreadyTaken);
    await create('brand-domain-3');
    const take = () =>
      brands.change(
        'brand-domain-3',
        row => ({ ...row, domain: 'shop.example' }),
        () => entry('brand.update', 'brand-domain-3'),
      );
    await expect(take()).rejects.toMatchObject({ member: 'domain' });
    expect(await brands.find('brand-domain-3')).toMatchObject({ domain: null, version: 1 });
    await close('brand-domain-1');
    expect(await take()).toMatchObject({ domain: 'shop.example', version: 2 });
    expect(await brands.findOpenByDomain('shop.example')).toMatchObject({ id: 'brand-domain-3' });
  });

  it('close for good, once, however often and at once they are asked to (P36)', async () => {
    await create('brand-close', { domain: 'close.example' });
    await expect(
      close('brand-close', () => {
        throw new Error('version mismatch');
      }),
    ).rejects.toThrow('version mismatch');
    expect(await brands.findOpen('brand-close')).toBeDefined();
    const closed = await Promise.all(Array.from({ length: 5 }, () => close('brand-close')));
    expect(new Set(closed.map(row => row?.closedAt?.getTime())).size).toBe(1);
    expect(closed[0]).toMatchObject({ version: 2 });
    expect(await brands.findOpen('brand-close')).toBeUndefined();
    expect(await brands.findOpenByDomain('close.example')).toBeUndefined();
    expect(await brands.find('brand-close')).toEqual(closed[0]);
    expect(await auditOf('brand-close')).toHaveLength(2);
  });

  it('are listed newest first, by state and text, and only those that the caller may see', async () => {
    for (const n of [1, 2, 3])
      await create(`brand-list-${n}`, { name: `Listed_${n}`, domain: `l${n}.example` });
    await close('brand-list-2');
    const ids = async (filters: object, before?: string) =>
      (await brands.list({ q: 'listed_', ...filters }, { limit: 10, before })).map(({ id }) => id);
    expect(await ids({})).toEqual(['brand-list-3', 'brand-list-2', 'brand-list-1']);
    expect(await ids({}, 'brand-list-3')).toEqual(['brand-list-2', 'brand-list-1']);
    expect(await ids({ state: 'open' })).toEqual(['brand-list-3', 'brand-list-1']);
    expect(await ids({ state: 'closed' })).toEqual(['brand-list-2']);
    expect(await ids({ q: 'L1.EXAMPLE' })).toEqual(['brand-list-1']);
    expect(await ids({ ids: ['brand-list-1', 'brand-stored'] })).toEqual(['brand-list-1']);
    expect(await ids({ ids: [] })).toEqual([]);
  });
});
