import { randomBytes, randomUUID } from 'node:crypto';
import { makeUserCode } from '@surety/device-grant';
import { type RegistryDatabase, registryDatabase } from '@surety/testing';
import { AssertionJtis } from './assertion-jtis.repository';
import type { ConsentAnswer } from './consent-case';
import { Consents } from './consents.repository';
import { GuessedCodes } from './guessed-codes.repository';
import { LiveSessions } from './live-sessions.repository';
import { UserGrants } from './user-grants.repository';

export const CARD = ['orders:read', 'orders:cancel', 'refunds:issue'];

/** A pending request as its personal agent made it. */
export interface WaitingRequest {
  readonly id: string;
  readonly userCode: string;
}

interface RequestDraft {
  readonly scopes?: readonly string[];
  readonly brandId?: string;
  readonly personalAgentId?: string;
  readonly sub?: string;
  readonly kind?: string;
  /** From now; negative = has expired. */
  readonly endsInSeconds?: number;
}

/** Two Brands and two personal agents, and what a consent needs beside them. */
export class ConsentWorld {
  readonly consents: Consents;
  readonly jtis: AssertionJtis;
  readonly guesses: GuessedCodes;
  readonly liveSessions: LiveSessions;
  readonly userGrants: UserGrants;

  private constructor(readonly database: RegistryDatabase) {
    const { sql } = database;
    this.consents = new Consents(sql);
    this.jtis = new AssertionJtis(sql);
    this.guesses = new GuessedCodes(sql);
    this.liveSessions = new LiveSessions(sql);
    this.userGrants = new UserGrants(sql);
  }

  static async open(): Promise<ConsentWorld> {
    const world = new ConsentWorld(await registryDatabase({ poolSize: 20 }));
    await world.run(
      `INSERT INTO personal_agent (id, name, issuer, jwks_uri, enabled, burst, per_user_burst)
       SELECT 'pa-' || n, 'PA', 'https://pa-' || n || '.example', 'https://pa.example/jwks', true, 1, 1
       FROM generate_series(1, 2) AS n`,
    );
    await world.run(
      `INSERT INTO brand (id, name, description, card_version, skills, agent, agent_deadline_seconds, context_idle_days, scopes)
       SELECT 'brand-' || n, 'B', 'b', '1', '[]', '{}', 20, 30, $1::jsonb FROM generate_series(1, 2) AS n`,
      [JSON.stringify(CARD.map(id => ({ id, description: id })))],
    );
    return world;
  }

  close(): Promise<void> {
    return this.database.drop();
  }

  run<T = unknown>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query(sql, values);
  }

  /** A request of pa-1 for its user-1 at brand-1, pending for ten minutes, unless the draft says otherwise. */
  async request(draft: RequestDraft = {}): Promise<WaitingRequest> {
    const { scopes = CARD, brandId = 'brand-1', personalAgentId = 'pa-1', sub = 'user-1' } = draft;
    const { kind = 'device', endsInSeconds = 600 } = draft;
    const id = randomUUID();
    const userCode = makeUserCode(count => randomBytes(count));
    await this.run(
      `INSERT INTO device_request
         (id, brand_id, kind, personal_agent_id, sub, device_code_hash, user_code, scopes, state, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', clock_timestamp() + make_interval(secs => $9))`,
      [
        id,
        brandId,
        kind,
        personalAgentId,
        sub,
        kind === 'device' ? randomUUID() : null,
        userCode,
        scopes,
        endsInSeconds,
      ],
    );
    return { id, userCode };
  }

  /** The answer of jane to a request of brand-1: everything ticked, unless told. */
  decide({ id }: WaitingRequest, changes: Partial<ConsentAnswer> = {}) {
    const answer = {
      brandId: 'brand-1',
      requestId: id,
      brandUser: 'jane',
      decision: 'allow' as const,
      ticked: CARD,
      ...changes,
    };
    return this.consents.decide(answer, 'http-1');
  }

  async stateOf({ id }: WaitingRequest): Promise<string | undefined> {
    const [row] = await this.run<{ state: string }>('SELECT state FROM device_request WHERE id = $1', [id]);
    return row?.state;
  }

  /** Every grant of a Brand user, the oldest first. */
  grants(brandUser = 'jane') {
    return this.run<{
      id: string;
      scopes: string[];
      unticked: string[];
      revoked_at: Date | null;
      days: number;
    }>(
      `SELECT id, scopes, unticked, revoked_at, extract(epoch FROM ends_at - consented_at)::integer / 86400 AS days
       FROM delegation_grant WHERE brand_user = $1 ORDER BY id`,
      [brandUser],
    );
  }
}
