import { type RegistryDatabase, registryDatabase } from '@surety/testing';
import {
  type ClaimFacts,
  type ClaimedTurn,
  type NextMessage,
  type TurnDelegation,
  type TurnOwner,
  Turns,
} from '../index';

/** Two Brand users of brand-1 who have let pa-1 act for its user-1. */
export const JANE: TurnDelegation = { grantId: 'a2agrant_jane', brandUser: 'jane' };
export const JOHN: TurnDelegation = { grantId: 'a2agrant_john', brandUser: 'john' };

/** Everything a statement of a turn needs around it: two personal agents and two Brands, all open. */
export class TurnWorld {
  /** Every caller is a process of its own, so that nothing of one moment goes to the database together. */
  callersAreReplicas = false;
  private readonly oneProcess: Turns;
  readonly owner: TurnOwner = { brandId: 'brand-1', personalAgentId: 'pa-1', sub: 'user-1' };
  private messages = 0;

  private constructor(readonly database: RegistryDatabase) {
    this.oneProcess = new Turns(database.sql);
  }

  get turns(): Turns {
    return this.callersAreReplicas ? new Turns(this.database.sql) : this.oneProcess;
  }

  static async open(poolSize = 10): Promise<TurnWorld> {
    const world = new TurnWorld(await registryDatabase({ poolSize }));
    await world.run(
      `INSERT INTO personal_agent (id, name, issuer, jwks_uri, enabled, burst, per_user_burst)
       SELECT 'pa-' || n, 'PA', 'https://pa-' || n || '.example', 'https://pa.example/jwks', true, 1, 1
       FROM generate_series(1, 2) AS n`,
    );
    await world.run(
      `INSERT INTO brand (id, name, description, card_version, skills, agent, agent_deadline_seconds, context_idle_days)
       SELECT 'brand-' || n, 'B', 'b', '1', '[]', '{}', 20, 30 FROM generate_series(1, 2) AS n`,
    );
    await world.run(
      `INSERT INTO delegation_grant
         (id, brand_id, personal_agent_id, sub, brand_user, scopes, unticked, consented_at, ends_at)
       SELECT 'a2agrant_' || name, 'brand-1', 'pa-1', 'user-1', name, '{orders:read}', '{}', now(), now() + interval '1 day'
       FROM unnest(ARRAY['jane', 'john']) AS name`,
    );
    return world;
  }

  close(): Promise<void> {
    return this.database.drop();
  }

  /** Any SQL: tests put rows into states that only time or a crash brings about. */
  run<T = unknown>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query(sql, values);
  }

  freshMessageId(): string {
    this.messages += 1;
    return `m-${this.messages}`;
  }

  /** Opens a conversation; its first turn runs. */
  async first(changes: Partial<NextMessage> = {}): Promise<ClaimedTurn> {
    const message = { ...this.owner, messageId: this.freshMessageId(), text: 'Hello', ...changes };
    return claimed(await this.turns.claimFirst(message));
  }

  /** Sends into a conversation. */
  next(contextId: string, changes: Partial<NextMessage> = {}): Promise<ClaimFacts> {
    return this.turns.claimNext({
      ...this.owner,
      contextId,
      messageId: this.freshMessageId(),
      text: 'Next',
      ...changes,
    });
  }

  /** A conversation whose first turn is answered. */
  async answered(): Promise<ClaimedTurn> {
    const turn = await this.first();
    await this.turns.store(turn, 'Reply', false);
    return turn;
  }

  /** Lets the lease of a turn run out, as time does. */
  async expire(turnId: string): Promise<void> {
    await this.run(
      `UPDATE turn SET lease_until = clock_timestamp() - interval '1 millisecond' WHERE id = $1`,
      [turnId],
    );
  }

  async turn(turnId: string): Promise<Record<string, unknown>> {
    const [row] = await this.run<Record<string, unknown>>('SELECT * FROM turn WHERE id = $1', [turnId]);
    return row!;
  }

  async context(contextId: string): Promise<Record<string, unknown>> {
    const [row] = await this.run<Record<string, unknown>>('SELECT * FROM context WHERE id = $1', [contextId]);
    return row!;
  }
}

/** The turn of a claim that must have got one. */
export function claimed(facts: ClaimFacts): ClaimedTurn {
  if (!facts.claimed) throw new Error(`not claimed: ${JSON.stringify(facts)}`);
  return facts.claimed;
}
