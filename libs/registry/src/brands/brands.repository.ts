import { Sql } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit-log.repository';
import { refusingTaken } from '../database/already-taken';
import { type ListPage, containing } from '../database/list-page';
import type { BrandFilters, BrandRow, NewBrand } from './brand-row';
import { CHANGE, CLOSE, CREATE, FIND, FIND_OPEN, FIND_OPEN_BY_DOMAIN, LIST, LOCK } from './brands.statements';

type AuditOfChange = (before: BrandRow, after: BrandRow) => AuditEntry;

/** Brands: every change is one transaction with its audit row; none is ever deleted. */
@Injectable()
export class Brands {
  constructor(private readonly sql: Sql) {}

  /** Opens one. Throws AlreadyTaken for a domain that an open Brand has. */
  create(row: NewBrand, audit: (made: BrandRow) => AuditEntry): Promise<BrandRow> {
    const created = this.sql.transaction(async tx => {
      const [made] = await tx.rows<BrandRow>(CREATE, [row.id, ...changeable(row)]);
      await recordAudit(tx, audit(made!));
      return made!;
    });
    return refusingTaken('brand__domain', 'domain', created);
  }

  /** Open or closed. */
  find(id: string): Promise<BrandRow | undefined> {
    return this.one(FIND, id);
  }

  /** A closed Brand is as unknown as one that never was (P36). */
  findOpen(id: string): Promise<BrandRow | undefined> {
    return this.one(FIND_OPEN, id);
  }

  /** The open Brand with exactly this domain (P35). */
  findOpenByDomain(domain: string): Promise<BrandRow | undefined> {
    return this.one(FIND_OPEN_BY_DOMAIN, domain);
  }

  /** One page, newest first. */
  list({ state, q, ids }: BrandFilters, page: ListPage): Promise<BrandRow[]> {
    const values = [page.before ?? null, state ?? null, containing(q), ids ?? null, page.limit];
    return this.sql.rows<BrandRow>(LIST, values);
  }

  /**
   * Changes one under its row lock. `decide` gets the row as it is and gives it as it shall be (the id stays); what it
   * throws rolls back. Out: the row with its version counted up; undefined when there is none. Throws AlreadyTaken.
   */
  change(
    id: string,
    decide: (before: BrandRow) => BrandRow,
    audit: AuditOfChange,
  ): Promise<BrandRow | undefined> {
    const changed = this.sql.transaction(async tx => {
      const [before] = await tx.rows<BrandRow>(LOCK, [id]);
      if (!before) return undefined;
      const [after] = await tx.rows<BrandRow>(CHANGE, [id, ...changeable(decide(before))]);
      await recordAudit(tx, audit(before, after!));
      return after;
    });
    return refusingTaken('brand__domain', 'domain', changed);
  }

  /**
   * Closes one for good (P36); its domain is free at once. `check` gets the open row and may throw, which rolls back.
   * Out: the closed row, also when it was closed before (then nothing changes); undefined when there is none.
   */
  close(id: string, check: (before: BrandRow) => void, audit: AuditOfChange): Promise<BrandRow | undefined> {
    return this.sql.transaction(async tx => {
      const [before] = await tx.rows<BrandRow>(LOCK, [id]);
      if (!before || before.closedAt !== null) return before;
      check(before);
      const [after] = await tx.rows<BrandRow>(CLOSE, [id]);
      await recordAudit(tx, audit(before, after!));
      return after;
    });
  }

  private async one(by: typeof FIND, value: string): Promise<BrandRow | undefined> {
    return (await this.sql.rows<BrandRow>(by, [value]))[0];
  }
}

function changeable(row: NewBrand): unknown[] {
  const {
    name,
    description,
    cardVersion,
    domain,
    skills,
    agent,
    limits,
    delegation = null,
    scopes = [],
  } = row;
  return [
    name,
    description,
    cardVersion,
    domain,
    JSON.stringify(skills),
    JSON.stringify(agent),
    limits.agentDeadlineSeconds,
    limits.contextIdleDays,
    delegation && JSON.stringify(delegation),
    JSON.stringify(scopes),
  ];
}
