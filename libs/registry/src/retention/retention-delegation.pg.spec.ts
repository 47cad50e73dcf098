import { guessSlice } from '@surety/device-grant';
import { ulidTime } from '@surety/kernel';
import { type RegistryDatabase, registryDatabase } from '@surety/testing';
import { Retention } from './retention.repository';

const TIMES = {
  conversationDays: 396,
  auditDays: 761,
  idempotencyHours: 24,
  codeHours: 24,
  assertionMinutes: 10,
  refreshTokenDays: 30,
  grantDays: 396,
  receiptDays: 761,
};
const HOUR_MS = 60 * 60 * 1000;
let database: RegistryDatabase;
let retention: Retention;

beforeEach(async () => {
  database = await registryDatabase({ poolSize: 4 });
  retention = new Retention(database.sql);
});
afterEach(() => database.drop());

const run = (sql: string, values: unknown[] = []) => database.dataSource.query(sql, values);
const left = async (table: string, column: string): Promise<string[]> =>
  (await run(`SELECT ${column} AS name FROM ${table} ORDER BY 1`)).map(({ name }: { name: string }) => name);
const idOf = (agoMs: number, name: string) => `${ulidTime(Date.now() - agoMs)}${name}`;

/** A grant that was over so many days ago: revoked, or run out; or never (a live one), with one refresh token. */
async function grant(name: string, { revokedDays, endedDays = -1 }: Record<string, number | undefined>) {
  await run(
    `INSERT INTO delegation_grant (id, brand_id, personal_agent_id, sub, brand_user, scopes, unticked, consented_at,
       ends_at, revoked_at, revoked_by)
     VALUES ($1, 'brand-1', 'pa-1', 'user-1', $1, '{}', '{}', now() - interval '500 days',
       now() - make_interval(days => $2), now() - make_interval(days => $3), CASE WHEN $3::integer IS NOT NULL THEN 'user' END)`,
    [name, endedDays, revokedDays ?? null],
  );
  await run('INSERT INTO refresh_token (hash, grant_id) VALUES ($1, $1)', [name]);
}

describe('retention of what delegation leaves behind (PACT wire 6)', () => {
  it('deletes user and device codes of every kind 24 hours after they expired', async () => {
    for (const [name, kind, hours] of [
      ['old-device', 'device', 24.1],
      ['old-manage', 'manage', 24.1],
      ['old-step-up', 'step_up', 30],
      ['young-device', 'device', 23.9],
      ['live-device', 'device', -0.1],
    ] as const) {
      await run(
        `INSERT INTO device_request (id, brand_id, kind, personal_agent_id, sub, device_code_hash, user_code, scopes, state, expires_at)
         SELECT $1, 'brand-1', $2, v, v, CASE $2 WHEN 'device' THEN $3 END, $3, '{}', 'consumed', now() - $4 * interval '1 hour'
         FROM (SELECT CASE $2 WHEN 'manage' THEN NULL ELSE 'x' END AS v) AS holder`,
        [idOf((hours + 0.2) * HOUR_MS, name), kind, name, hours],
      );
    }
    expect(await retention.sweep(TIMES)).toMatchObject({ codes: 3 });
    expect(await left('device_request', 'user_code')).toEqual(['live-device', 'young-device']);
  });

  it('forgets used assertions after 10 minutes and live sessions at their end', async () => {
    await run(
      `INSERT INTO assertion_jti VALUES ('b', 'old', now() - interval '11 minutes'), ('b', 'young', now() - interval '9 minutes')`,
    );
    await run(
      `INSERT INTO live_session (hash, brand_id, brand_user, expires_at)
       VALUES ('\\x01', 'b', 'over', now() - interval '1 second'), ('\\x02', 'b', 'live', now() + interval '1 minute')`,
    );
    expect(await retention.sweep(TIMES)).toMatchObject({ assertionJtis: 1, liveSessions: 1 });
    expect([await left('assertion_jti', 'jti'), await left('live_session', 'brand_user')]).toEqual([
      ['young'],
      ['live'],
    ]);
  });

  it('P17: forgets wrong codes of slices that count no more, by the length of each window', async () => {
    const now = Date.now();
    for (const by of ['source', 'brandUser', 'brand'] as const) {
      const slice = guessSlice(by, now);
      for (const [key, ago] of [
        ['old', 13],
        ['young', 8],
      ] as const) {
        await run('INSERT INTO wrong_code VALUES ($1, $2, $3, 1)', [by, key, slice - ago]);
      }
    }
    expect(await retention.sweep(TIMES)).toMatchObject({ wrongCodes: 3 });
    expect(await left('wrong_code', 'key')).toEqual(['young', 'young', 'young']);
  });

  it('deletes refresh tokens 30 days after their grant was over, and dead grants after 13 months', async () => {
    await grant('live', {});
    await grant('revoked-29', { revokedDays: 29 });
    await grant('revoked-31', { revokedDays: 31 });
    await grant('ended-31', { endedDays: 31 });
    await grant('ended-397', { endedDays: 397 });
    await grant('revoked-397', { revokedDays: 397, endedDays: 390 });
    expect(await retention.sweep(TIMES)).toMatchObject({ refreshTokens: 4, grants: 2 });
    expect(await left('refresh_token', 'hash')).toEqual(['live', 'revoked-29']);
    expect(await left('delegation_grant', 'id')).toEqual(['ended-31', 'live', 'revoked-29', 'revoked-31']);
  });

  it('deletes a dead grant with its refresh tokens when grants are kept for less than these', async () => {
    await grant('ended', { endedDays: 10 });
    expect(await retention.sweep({ ...TIMES, grantDays: 9 })).toMatchObject({ refreshTokens: 0, grants: 1 });
    expect(await left('refresh_token', 'hash')).toEqual([]);
  });

  it('deletes receipts after 25 months, in as many batches as it takes', async () => {
    await run(
      `INSERT INTO receipt SELECT $1 || lpad(n::text, 16, '0'), 'b', 'g', 'pa', 'u', 'c', 'm', 'r', 'jws', '{}', now() - interval '762 days'
       FROM generate_series(1, 1201) AS n`,
      [ulidTime(Date.now() - 762 * 24 * HOUR_MS)],
    );
    await run(
      `INSERT INTO receipt VALUES ($1, 'b', 'g', 'pa', 'u', 'c', 'm', 'young', 'jws', '{}', now() - interval '760 days')`,
      [idOf(760 * 24 * HOUR_MS, 'X')],
    );
    expect(await retention.sweep(TIMES)).toMatchObject({ receipts: 1201 });
    expect(await left('receipt', 'reply_id')).toEqual(['young']);
  });
});
