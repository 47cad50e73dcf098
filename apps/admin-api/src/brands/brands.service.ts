import { Injectable } from '@nestjs/common';
import type { StoredAgentConfig } from '@surety/agents';
import { Settings } from '@surety/platform';
import { type BrandDelegation, type BrandRow, Brands } from '@surety/registry';
import type { Warning } from '../answers/warning';
import { auditEntry } from '../audit/audit-entry';
import { type Call, type Principal, seesBrand } from '../auth/principal';
import { changedDelegation } from '../delegation/delegation-change';
import type { DelegationBody } from '../delegation/delegation.dto';
import { DelegationKeeper } from '../delegation/delegation-keeper.service';
import { delegationWarnings } from '../delegation/delegation.view';
import { NewIds } from '../new-ids';
import { type Page, Pages } from '../paging/pages.service';
import { conflictWhenTaken } from '../problem/conflict-when-taken';
import { type FieldFault, invalidRequest, notFound, Problem } from '../problem/problem';
import { expectVersion } from '../versions/expected-version';
import { AgentWriter } from './agent-writer.service';
import {
  brandFaults,
  cardSkills,
  changedDomain,
  changedLimits,
  DEFAULT_CARD_VERSION,
  DEFAULT_LIMITS,
  DEFAULT_SKILLS,
} from './brand-change';
import { BrandChecks } from './brand-checks.service';
import type { ChangeBrandBody, CreateBrandBody, ListBrandsQuery } from './brand.dto';
import { type BrandItem, brandItem, brandRecord, type BrandView, type ChangedBrandView } from './brand.view';

/** Brands as operators manage them: every change is one transaction with its audit row. */
@Injectable()
export class BrandsService {
  constructor(
    private readonly brands: Brands,
    private readonly agents: AgentWriter,
    private readonly checks: BrandChecks,
    private readonly delegations: DelegationKeeper,
    private readonly pages: Pages,
    private readonly newIds: NewIds,
    private readonly settings: Settings,
  ) {}

  /** Opens a Brand. Throws 400 for members that do not fit, 409 for a domain that an open Brand has. */
  async create(body: CreateBrandBody, call: Call): Promise<ChangedBrandView> {
    refuse(brandFaults(body));
    const id = this.newIds.ulid();
    const agent = this.agents.make(id, body.agent);
    const delegation = delegationOf(null, body.delegation);
    const warnings = [
      ...(await this.agents.checkAddress(agent)),
      ...(await this.delegations.checkAddresses(delegation)),
    ];
    const row = {
      id,
      name: body.name,
      description: body.description ?? `${body.name} support`,
      cardVersion: body.version ?? DEFAULT_CARD_VERSION,
      domain: changedDomain(null, body.domain),
      skills: body.skills === undefined ? [...DEFAULT_SKILLS] : cardSkills(body.skills),
      agent,
      limits: changedLimits(DEFAULT_LIMITS, body.limits),
      delegation,
      scopes: [],
    };
    const created = await conflictWhenTaken(
      this.brands.create(row, made => entry(call, 'create', null, made, body.reason)),
      'Another open Brand has this domain.',
    );
    await this.delegations.prepare(created);
    return this.changed(created, warnings);
  }

  /** One page, newest first; of a brand-operator's own Brands only. */
  list(query: ListBrandsQuery, { brands }: Principal): Promise<Page<BrandItem>> {
    const { state, q } = query;
    return this.pages.read(
      'brands',
      query,
      asked => this.brands.list({ state, q, ids: brands }, asked),
      row => brandItem(row, this.settings.publicUrl),
    );
  }

  /** One Brand with its checklist. Throws 404, also for another's. */
  async read(id: string, caller: Principal): Promise<BrandView> {
    const row = await this.find(id, caller);
    return { ...brandItem(row, this.settings.publicUrl), checks: await this.checks.of(row) };
  }

  /** The row itself. Throws 404, also for another's. */
  async find(id: string, caller: Principal): Promise<BrandRow> {
    const row = seesBrand(caller, id) ? await this.brands.find(id) : undefined;
    if (row === undefined) throw notFound();
    return row;
  }

  /** Merges a change. Throws 404, 409 when closed or the domain is taken, 412, and 400 for what does not fit. */
  async change(id: string, body: ChangeBrandBody, call: Call): Promise<ChangedBrandView> {
    refuse(brandFaults(body));
    const current = await this.find(id, call.caller);
    expectChangeable(call, current);
    const delegation = delegationOf(current.delegation, body.delegation);
    const warnings = [
      ...(body.agent ? await this.agents.checkAddress(this.changedAgent(current, body.agent)) : []),
      ...(body.delegation ? await this.delegations.checkAddresses(delegation) : []),
    ];
    const row = await this.update(id, call, 'update', body.reason, before => ({
      ...before,
      name: body.name ?? before.name,
      description: body.description ?? before.description,
      cardVersion: body.version ?? before.cardVersion,
      domain: changedDomain(before.domain, body.domain),
      skills: body.skills === undefined ? before.skills : cardSkills(body.skills),
      agent: this.changedAgent(before, body.agent),
      limits: changedLimits(before.limits, body.limits),
      delegation: delegationOf(before.delegation, body.delegation),
    }));
    await this.delegations.prepare(row);
    return this.changed(row, warnings);
  }

  /** Closes a Brand for good and frees its domain; a second time changes nothing. Throws 404 and 412. */
  async close(id: string, reason: string | undefined, call: Call): Promise<ChangedBrandView> {
    const current = await this.find(id, call.caller);
    if (current.closedAt !== null) return this.changed(current, []);
    const row = await this.brands.close(
      id,
      before => expectVersion(call, before),
      (before, after) => entry(call, 'close', before, after, reason),
    );
    if (row === undefined) throw notFound();
    return this.changed(row, []);
  }

  private async update(
    id: string,
    call: Call,
    verb: string,
    reason: string | undefined,
    decide: (before: BrandRow) => BrandRow,
  ): Promise<BrandRow> {
    const change = this.brands.change(
      id,
      before => {
        expectChangeable(call, before);
        return decide(before);
      },
      (before, after) => entry(call, verb, before, after, reason),
    );
    const row = await conflictWhenTaken(change, 'Another open Brand has this domain.');
    if (row === undefined) throw notFound();
    return row;
  }

  private changedAgent(before: BrandRow, change: Record<string, unknown> | undefined): StoredAgentConfig {
    return change === undefined ? before.agent : this.agents.merge(before.id, before.agent, change);
  }

  private async changed(row: BrandRow, warnings: readonly Warning[]): Promise<ChangedBrandView> {
    const all = [...warnings, ...(await this.agents.checkTools(row)), ...delegationWarnings(row)];
    return { ...brandItem(row, this.settings.publicUrl), warnings: all };
  }
}

/** The delegation after a change. Throws a 400 with every fault. */
function delegationOf(stored: BrandDelegation | null, change: DelegationBody | null | undefined) {
  const changed = changedDelegation(stored, change);
  if (!changed.ok) throw invalidRequest(changed.error);
  return changed.value;
}

function refuse(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw invalidRequest(faults);
}

/** A closed Brand is final (PACT wire §6). */
function expectChangeable(call: Call, row: BrandRow): void {
  if (row.closedAt !== null) throw new Problem('conflict', 'The Brand is closed, and that is final.');
  expectVersion(call, row);
}

function entry(
  call: Call,
  verb: string,
  before: BrandRow | null,
  after: BrandRow,
  reason: string | undefined,
) {
  return auditEntry(call, {
    action: `brand.${verb}`,
    object: { type: 'brand', id: after.id },
    brandId: after.id,
    before: before && brandRecord(before),
    after: brandRecord(after),
    reason,
  });
}
