import { ulidTime } from '@surety/kernel';
import { type RegistryDatabase, registryDatabase } from '@surety/testing';
import { Receipts } from './receipts.repository';

const PAGE = { limit: 50 };
const START_MS = Date.parse('2026-05-01T00:00:00Z');
let database: RegistryDatabase;
let receipts: Receipts;

beforeAll(async () => {
  database = await registryDatabase({ poolSize: 2 });
  receipts = new Receipts(database.sql);
  await store(1_203);
});
afterAll(() => database.drop());

/** One receipt a minute, two of three of them jane's; every tenth at brand-2. */
async function store(count: number): Promise<void> {
  await database.dataSource.query(
    `INSERT INTO receipt (id, brand_id, grant_id, personal_agent_id, brand_user, context_id, message_id, reply_id, jws, claims, at)
     SELECT $1 || lpad(n::text, 16, '0'), CASE n % 10 WHEN 0 THEN 'brand-2' ELSE 'brand-1' END, 'a2agrant_' || n % 3,
       'pa-1', CASE n % 3 WHEN 0 THEN 'john' ELSE 'jane' END, 'ctx_' || n % 7, 'm-' || n, 'r-' || n, 'jws-' || n,
       jsonb_build_object('turn', n), $2::timestamptz + n * interval '1 minute'
     FROM generate_series(1, $3) AS n`,
    [ulidTime(START_MS), new Date(START_MS), count],
  );
}

describe('receipts as operators see them (PACT wire 6)', () => {
  it('tells everything of one, and nothing of one that is not there', async () => {
    const [newest] = await receipts.list({}, { limit: 1 });
    expect(await receipts.find(newest!.id)).toEqual({
      id: newest?.id,
      brandId: 'brand-1',
      grantId: 'a2agrant_0',
      personalAgentId: 'pa-1',
      user: 'john',
      contextId: 'ctx_6',
      messageId: 'm-1203',
      replyId: 'r-1203',
      jws: 'jws-1203',
      claims: { turn: 1203 },
      at: new Date(START_MS + 1_203 * 60_000),
    });
    expect(await receipts.find('none')).toBeUndefined();
  });

  it('finds by every filter, alone and together', async () => {
    const count = async (filters: Parameters<Receipts['list']>[0]) =>
      (await receipts.list(filters, { limit: 2_000 })).length;
    expect(await count({ brandId: 'brand-2' })).toBe(120);
    expect(await count({ grantId: 'a2agrant_1' })).toBe(401);
    expect(await count({ user: 'john' })).toBe(401);
    expect(await count({ personalAgentId: 'pa-2' })).toBe(0);
    expect(await count({ contextId: 'ctx_3' })).toBe(172);
    expect(await count({ brandIds: ['brand-2'] })).toBe(120);
    expect(await count({ brandIds: [] })).toBe(0);
    expect(await count({ user: 'john', brandId: 'brand-2' })).toBe(40);
  });

  it('takes times as half-open', async () => {
    const from = new Date(START_MS + 60_000).toISOString();
    const to = new Date(START_MS + 3 * 60_000).toISOString();
    expect((await receipts.list({ from, to }, PAGE)).map(({ messageId }) => messageId)).toEqual([
      'm-2',
      'm-1',
    ]);
  });

  it('exports every one once, newest first, however many batches that takes', async () => {
    const seen: string[] = [];
    for await (const { messageId } of receipts.all({})) seen.push(messageId);
    expect(seen).toEqual(Array.from({ length: 1_203 }, (_, n) => `m-${1_203 - n}`));
  });

  it('exports exactly a whole number of batches as well', async () => {
    const to = new Date(START_MS + 1_001 * 60_000).toISOString();
    let count = 0;
    for await (const { id } of receipts.all({ to })) count += Number(id !== '');
    expect(count).toBe(1_000);
  });
});
