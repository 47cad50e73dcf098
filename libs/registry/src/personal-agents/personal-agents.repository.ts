import { Sql } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit-log.repository';
import { refusingTaken } from '../database/already-taken';
import { type ListPage, containing } from '../database/list-page';
import type {
  NewPersonalAgent,
  PersonalAgentFilters,
  PersonalAgentLimits,
  PersonalAgentRow,
} from './personal-agent-row';
import { ADOPT, CHANGE, CREATE, FIND, FIND_BY_ISSUER, LIST, LOCK } from './personal-agents.statements';

/** Personal agents (PACT 3.1): every change is one transaction with its audit row. */
@Injectable()
export class PersonalAgents {
  constructor(private readonly sql: Sql) {}

  /** Registers one. Throws AlreadyTaken for an issuer that another one has. */
  create(row: NewPersonalAgent, audit: (made: PersonalAgentRow) => AuditEntry): Promise<PersonalAgentRow> {
    const created = this.sql.transaction(async tx => {
      const [made] = await tx.rows<PersonalAgentRow>(CREATE, [...inserted(row), true]);
      await recordAudit(tx, audit(made!));
      return made!;
    });
    return refusingTaken('personal_agent__issuer', 'issuer', created);
  }

  /** Takes one in that open mode met (P34), unless its issuer is there by now; no operator knows it. Out: the row as it stands. */
  adopt(row: NewPersonalAgent, audit: (made: PersonalAgentRow) => AuditEntry): Promise<PersonalAgentRow> {
    return this.sql.transaction(async tx => {
      const [made] = await tx.rows<PersonalAgentRow>(ADOPT, [...inserted(row), false]);
      if (made) await recordAudit(tx, audit(made));
      return made ?? (await tx.rows<PersonalAgentRow>(FIND_BY_ISSUER, [row.issuer]))[0]!;
    });
  }

  async find(id: string): Promise<PersonalAgentRow | undefined> {
    return (await this.sql.rows<PersonalAgentRow>(FIND, [id]))[0];
  }

  /** The one with exactly this issuer, enabled or not. */
  async findByIssuer(issuer: string): Promise<PersonalAgentRow | undefined> {
    return (await this.sql.rows<PersonalAgentRow>(FIND_BY_ISSUER, [issuer]))[0];
  }

  /** One page, newest first. */
  list({ enabled, issuer, q }: PersonalAgentFilters, page: ListPage): Promise<PersonalAgentRow[]> {
    return this.sql.rows<PersonalAgentRow>(LIST, [
      page.before ?? null,
      enabled ?? null,
      issuer ?? null,
      containing(q),
      page.limit,
    ]);
  }

  /**
   * Changes one under its row lock, for an operator, who knows it from then on. `decide` gets the row as it is and gives it as it shall be (id and issuer stay); what
   * it throws rolls back. Out: the row with its version counted up; undefined when there is none.
   */
  change(
    id: string,
    decide: (before: PersonalAgentRow) => PersonalAgentRow,
    audit: (before: PersonalAgentRow, after: PersonalAgentRow) => AuditEntry,
  ): Promise<PersonalAgentRow | undefined> {
    return this.sql.transaction(async tx => {
      const [before] = await tx.rows<PersonalAgentRow>(LOCK, [id]);
      if (!before) return undefined;
      const { name, jwksUri, enabled, limits } = decide(before);
      const [after] = await tx.rows<PersonalAgentRow>(CHANGE, [
        id,
        name,
        jwksUri,
        enabled,
        ...limitValues(limits),
      ]);
      await recordAudit(tx, audit(before, after!));
      return after;
    });
  }
}

function inserted(row: NewPersonalAgent): unknown[] {
  return [row.id, row.name, row.issuer, row.jwksUri, row.enabled, ...limitValues(row.limits)];
}

function limitValues(limits: PersonalAgentLimits): unknown[] {
  return [limits.perSecond, limits.burst, limits.perUserPerSecond, limits.perUserBurst];
}
