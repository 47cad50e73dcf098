import { NotificationListener } from '@surety/platform';
import { type RegistryDatabase, registryDatabase } from '@surety/testing';
import { AlreadyTaken, AuditLog, JwksStatus, PersonalAgents } from '../index';
import { entry, newPersonalAgent, until } from '../registry.test-kit';

jest.setTimeout(30_000);

let database: RegistryDatabase;
let agents: PersonalAgents;
let audit: AuditLog;

beforeAll(async () => {
  database = await registryDatabase();
  agents = new PersonalAgents(database.sql);
  audit = new AuditLog(database.sql);
});
afterAll(() => database.drop());

const create = (id: string, changes = {}) =>
  agents.create(newPersonalAgent(id, changes), made =>
    entry('personal-agent.create', made.id, { after: { name: made.name } }),
  );
const auditOf = (objectId: string) => audit.list({ objectId }, { limit: 10 });

describe('personal agents (PACT 3.1)', () => {
  it('are stored as given, found by id and by exact issuer, and audited in the same transaction', async () => {
    const limits = { perSecond: null, burst: 1, perUserPerSecond: null, perUserBurst: 1 };
    const made = await create('pa-stored', { limits, enabled: false });
    expect(made).toMatchObject({ ...newPersonalAgent('pa-stored'), limits, enabled: false, version: 1 });
    expect(await agents.find('pa-stored')).toEqual(made);
    expect(await agents.findByIssuer('https://pa-stored.example')).toEqual(made);
    expect(await auditOf('pa-stored')).toMatchObject([
      { action: 'personal-agent.create', after: { name: made.name } },
    ]);
  });

  it('are unknown under any other spelling of their issuer or id', async () => {
    await create('pa-exact');
    for (const issuer of [
      'https://pa-exact.example/',
      'https://PA-EXACT.example',
      ' https://pa-exact.example',
      '',
    ]) {
      expect(await agents.findByIssuer(issuer)).toBeUndefined();
    }
    for (const id of ['PA-exact', 'pa-exact ', '%']) {
      expect(await agents.find(id)).toBeUndefined();
      expect(
        await agents.change(
          id,
          row => row,
          () => entry('x.y', id),
        ),
      ).toBeUndefined();
    }
  });

  it('have an issuer of their own: the second of ten at once gets AlreadyTaken, and leaves no trace', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => create(`pa-race-${n}`, { issuer: 'https://race.example' })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = made.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.every(({ reason }) => reason instanceof AlreadyTaken && reason.member === 'issuer')).toBe(
      true,
    );
    const rows = await database.dataSource.query(
      `SELECT FROM audit WHERE starts_with(object_id, 'pa-race-')`,
    );
    expect(rows).toHaveLength(1);
  });

  it('change under their lock: the version counts every change, issuer and id stay', async () => {
    const made = await create('pa-change');
    const renames = Array.from({ length: 10 }, () =>
      agents.change(
        'pa-change',
        row => ({ ...row, id: 'other', issuer: 'https://other.example', name: `${row.name}+` }),
        (before, after) =>
          entry('personal-agent.update', after.id, { before: { ...before }, after: { ...after } }),
      ),
    );
    await Promise.all(renames);
    const after = await agents.find('pa-change');
    expect(after).toMatchObject({ name: `${made.name}${'+'.repeat(10)}`, version: 11, issuer: made.issuer });
    expect(after!.updatedAt.getTime()).toBeGreaterThan(made.updatedAt.getTime());
    expect(
      await audit.list({ objectId: 'pa-change', action: 'personal-agent.update' }, { limit: 50 }),
    ).toHaveLength(10);
  });

  it('stay as they are when the change or its audit entry is refused', async () => {
    const made = await create('pa-refused');
    const refuse = () => {
      throw new Error('version mismatch');
    };
    await expect(agents.change('pa-refused', refuse, () => entry('a.b', 'x'))).rejects.toThrow(
      'version mismatch',
    );
    await expect(agents.change('pa-refused', row => ({ ...row, name: 'Other' }), refuse)).rejects.toThrow();
    await expect(agents.create(newPersonalAgent('pa-unaudited'), refuse)).rejects.toThrow('version mismatch');
    expect(await agents.find('pa-refused')).toEqual(made);
    expect(await agents.find('pa-unaudited')).toBeUndefined();
    expect(await auditOf('pa-refused')).toHaveLength(1);
  });

  it('are listed newest first, by pages and filters; a pattern character is only itself', async () => {
    for (const n of [1, 2, 3]) await create(`pa-list-${n}`, { name: `100% list_${n}`, enabled: n !== 2 });
    const ids = async (filters: object, page = { limit: 10 }) =>
      (await agents.list({ q: '100% LIST_', ...filters }, page)).map(({ id }) => id);
    expect(await ids({})).toEqual(['pa-list-3', 'pa-list-2', 'pa-list-1']);
    expect(await ids({}, { limit: 2 })).toEqual(['pa-list-3', 'pa-list-2']);
    expect(await ids({}, { limit: 2, before: 'pa-list-2' } as { limit: number })).toEqual(['pa-list-1']);
    expect(await ids({ enabled: false })).toEqual(['pa-list-2']);
    expect(await ids({ issuer: 'https://pa-list-1.example' })).toEqual(['pa-list-1']);
    expect(await ids({ q: 'l%st' })).toEqual([]);
  });

  it('are adopted once in open mode, and a row that is there stays as it is (P34)', async () => {
    const adopt = (id: string) =>
      agents.adopt(newPersonalAgent(id, { issuer: 'https://open.example' }), made =>
        entry('personal-agent.adopt', made.id),
      );
    const adopted = await Promise.all(Array.from({ length: 10 }, (_, n) => adopt(`pa-open-${n}`)));
    expect(new Set(adopted.map(({ id }) => id)).size).toBe(1);
    const { id } = adopted[0]!;
    const isRegistered = async () => {
      const [row] = await database.dataSource.query(`SELECT registered FROM personal_agent WHERE id = $1`, [
        id,
      ]);
      return (row as { registered: boolean }).registered;
    };
    expect(await isRegistered()).toBe(false);
    await agents.change(
      id,
      row => ({ ...row, enabled: false }),
      () => entry('personal-agent.disable', id),
    );
    expect(await adopt('pa-open-late')).toMatchObject({ id, enabled: false });
    expect(await isRegistered()).toBe(true);
    expect(await audit.list({ action: 'personal-agent.adopt' }, { limit: 10 })).toHaveLength(1);
  });

  it('are announced on every change, so that each replica forgets what it knew (P37)', async () => {
    const heard: string[] = [];
    const listener = new NotificationListener({ url: database.url, applicationName: 'spec' });
    listener.on('surety_registry', payload => heard.push(payload));
    await listener.start();
    await create('pa-heard');
    await agents.change(
      'pa-heard',
      row => ({ ...row, enabled: false }),
      () => entry('personal-agent.disable', 'x'),
    );
    await database.dataSource.query(`DELETE FROM personal_agent WHERE id = 'pa-heard'`);
    await until(() => heard.length >= 3);
    await listener.stop();
    expect(heard).toEqual(Array(3).fill('{"kind" : "personal-agent", "id" : "pa-heard"}'));
    expect(heard.map(payload => JSON.parse(payload))).toEqual(
      Array(3).fill({ kind: 'personal-agent', id: 'pa-heard' }),
    );
  });
});

describe('key-set status', () => {
  it('keeps the last good fetch while later ones fail, and belongs to one personal agent', async () => {
    const status = new JwksStatus(database.sql);
    await create('pa-jwks');
    expect(await status.of('pa-jwks')).toBeUndefined();
    const fetchedAtMs = Date.UTC(2026, 10, 30);
    await status.record('pa-jwks', { fetchedAtMs, kids: ['k1', 'k2'], error: null });
    await status.record('pa-jwks', { fetchedAtMs: null, kids: [], error: 'timeout' });
    expect(await status.of('pa-jwks')).toEqual({
      fetchedAt: new Date(fetchedAtMs),
      kids: ['k1', 'k2'],
      error: 'timeout',
    });
    await status.record('pa-jwks', { fetchedAtMs: fetchedAtMs + 1, kids: ['k3'] });
    expect(await status.of('pa-jwks')).toMatchObject({ kids: ['k3'], error: null });
    await status.record('pa-unknown', { fetchedAtMs, kids: [] });
    expect(await status.of('pa-unknown')).toBeUndefined();
  });
});
