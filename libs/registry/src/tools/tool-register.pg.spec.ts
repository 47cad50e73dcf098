import type { StoredTool } from '@surety/agents';
import { NotificationListener } from '@surety/platform';
import { type RegistryDatabase, registryDatabase } from '@surety/testing';
import { BrandScopes } from '../brands/brand-scopes.repository';
import { Brands } from '../brands/brands.repository';
import { AlreadyTaken } from '../database/already-taken';
import { entry, newBrand, until } from '../registry.test-kit';
import { ToolRegister } from './tool-register.repository';
import { Tools } from './tools.repository';

let database: RegistryDatabase;
let register: ToolRegister;

beforeEach(async () => {
  database = await registryDatabase({ poolSize: 8 });
  register = new ToolRegister(database.sql);
  const scopes = [{ id: 'orders:read', description: 'Read orders' }];
  const brands = new Brands(database.sql);
  for (const id of ['brand-1', 'brand-2']) {
    await brands.create(newBrand(id, { scopes }), () => entry('brand.create', id));
  }
});
afterEach(() => database.drop());

const tool = (name: string, changes: Partial<StoredTool> = {}): StoredTool => ({
  name,
  description: 'Looks an order up.',
  parameters: { type: 'object', properties: { order: { type: 'string' } } },
  scopes: ['orders:read'],
  effect: 'read',
  enabled: true,
  http: {
    method: 'GET',
    url: 'https://brand.example/orders/{order}',
    headers: { 'X-Key': { sealed: 'sealed', updatedAt: '2026-01-01T00:00:00Z' } },
    tokenHeader: 'Authorization',
    timeoutSeconds: 10,
  },
  ...changes,
});
const audit = () => entry('tool.change', 'x');
const create = (name: string, changes: Partial<StoredTool> = {}, brandId = 'brand-1') =>
  register.create(brandId, () => tool(name, changes), audit);
const auditCount = async () =>
  (await database.dataSource.query(`SELECT 1 FROM audit WHERE action = 'tool.change'`)).length;

describe('the tools of a Brand (PACT wire 6)', () => {
  it('keeps every member of a tool as it was given', async () => {
    const made = await create('lookup_order');
    expect(made).toEqual({
      ...tool('lookup_order'),
      version: 1,
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    });
    expect(await register.find('brand-1', 'lookup_order')).toEqual(made);
    expect(await register.find('brand-2', 'lookup_order')).toBeUndefined();
    expect(await auditCount()).toBe(1);
  });

  it('takes a name once at each Brand', async () => {
    const taken = await Promise.allSettled(Array.from({ length: 5 }, () => create('lookup_order')));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of taken) {
      if (each.status === 'rejected') expect(each.reason).toEqual(new AlreadyTaken('name'));
    }
    expect(await create('lookup_order', {}, 'brand-2')).toBeDefined();
    expect(await auditCount()).toBe(2);
  });

  it('changes one under its name and counts its version up, and removes it', async () => {
    await create('lookup_order');
    const decide = (_brand: unknown, before: StoredTool) => ({ ...before, enabled: false });
    expect(await register.change('brand-1', 'lookup_order', decide, audit)).toMatchObject({
      name: 'lookup_order',
      enabled: false,
      version: 2,
    });
    expect(await register.change('brand-1', 'none', decide, audit)).toBeUndefined();
    expect(await register.remove('brand-1', 'lookup_order', () => undefined, audit)).toMatchObject({
      version: 2,
    });
    expect(await register.remove('brand-1', 'lookup_order', () => undefined, audit)).toBeUndefined();
    expect(await register.list('brand-1', { limit: 10 })).toEqual([]);
    expect(await auditCount()).toBe(3);
  });

  it('changes nothing when the decision throws, and knows no Brand that is not there', async () => {
    await create('lookup_order');
    const refuse = () => {
      throw new Error('refused');
    };
    await expect(register.create('brand-1', refuse, audit)).rejects.toThrow('refused');
    await expect(register.change('brand-1', 'lookup_order', refuse, audit)).rejects.toThrow('refused');
    await expect(register.remove('brand-1', 'lookup_order', refuse, audit)).rejects.toThrow('refused');
    expect(await register.find('brand-1', 'lookup_order')).toMatchObject({ version: 1 });
    expect(await create('x', {}, 'brand-9')).toBeUndefined();
    expect(await auditCount()).toBe(1);
  });

  it('gives agents the enabled ones alone, by name', async () => {
    await create('b_tool');
    await create('a_tool');
    await create('off', { enabled: false });
    await create('elsewhere', {}, 'brand-2');
    const usable = await new Tools(database.sql).enabledOf('brand-1');
    expect(usable).toEqual([tool('a_tool'), tool('b_tool')]);
  });

  it('lets no tool name a scope that goes at the same moment', async () => {
    const scopes = new BrandScopes(database.sql);
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.allSettled([
        register.create(
          'brand-1',
          brand => {
            if (!brand.scopes.some(({ id }) => id === 'orders:read')) throw new Error('no such scope');
            return tool(`tool_${round}`);
          },
          audit,
        ),
        scopes.replace(
          'brand-1',
          [],
          (_before, uses) => {
            if (uses.get('orders:read')?.tools.length) throw new Error('a tool needs it');
          },
          audit,
        ),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await database.dataSource.query('DELETE FROM tool');
      await database.dataSource.query(`UPDATE brand SET scopes = '[{"id":"orders:read","description":"x"}]'`);
    }
  });

  it('P37: tells every replica of its Brand on each change', async () => {
    const heard: unknown[] = [];
    const listener = new NotificationListener({ url: database.url, applicationName: 'test' });
    listener.on('surety_registry', payload => heard.push(JSON.parse(payload)));
    await listener.start();
    try {
      await create('lookup_order');
      await register.change('brand-1', 'lookup_order', (_brand, before) => before, audit);
      await register.remove('brand-1', 'lookup_order', () => undefined, audit);
      await until(() => heard.length === 3);
      expect(heard).toEqual(Array.from({ length: 3 }, () => ({ kind: 'brand', id: 'brand-1' })));
    } finally {
      await listener.stop();
    }
  });
});
