import { Injectable } from '@nestjs/common';
import { type BrandRow, ToolRegister, type ToolRow } from '@surety/registry';
import { auditEntry } from '../audit/audit-entry';
import type { Call, Principal } from '../auth/principal';
import { BrandsService } from '../brands/brands.service';
import { type Page, Pages } from '../paging/pages.service';
import { conflictWhenTaken } from '../problem/conflict-when-taken';
import { Problem, notFound } from '../problem/problem';
import { expectVersion } from '../versions/expected-version';
import { ToolWriter } from './tool-writer.service';
import type { ChangeToolBody, CreateToolBody, ListToolsQuery } from './tool.dto';
import { type ChangedToolView, type ToolView, toolRecord, toolView } from './tool.view';

/** The tools of a Brand as operators manage them: every change is one transaction with its audit row. */
@Injectable()
export class ToolsService {
  constructor(
    private readonly brands: BrandsService,
    private readonly tools: ToolRegister,
    private readonly writer: ToolWriter,
    private readonly pages: Pages,
  ) {}

  /** One page, newest first. Throws 404, also for another's Brand. */
  async list(brandId: string, query: ListToolsQuery, caller: Principal): Promise<Page<ToolView>> {
    await this.brands.find(brandId, caller);
    return this.pages.read(
      `tools of ${brandId}`,
      query,
      async asked => (await this.tools.list(brandId, asked)).map(row => ({ ...row, id: row.position })),
      row => toolView(row),
    );
  }

  /** One tool. Throws 404. */
  async read(brandId: string, name: string, caller: Principal): Promise<ToolView> {
    return toolView(await this.find(brandId, name, caller));
  }

  /** Registers one. Throws 400 for what does not fit, 404, and 409 when the name is taken or the Brand closed. */
  async create(brandId: string, { reason, ...body }: CreateToolBody, call: Call): Promise<ChangedToolView> {
    const brand = await this.brands.find(brandId, call.caller);
    const warnings = await this.writer.checkAddress(this.writer.make(brand, body));
    const created = this.tools.create(
      brandId,
      current => this.writer.make(open(current), body),
      made => entry(call, 'create', brandId, null, made, reason),
    );
    const row = await conflictWhenTaken(created, 'The Brand has a tool of this name.');
    if (row === undefined) throw notFound();
    return { ...toolView(row), warnings };
  }

  /** Merges a change. Throws 400, 404, 409 when the Brand is closed, 412. */
  async change(
    brandId: string,
    name: string,
    { reason, ...body }: ChangeToolBody,
    call: Call,
  ): Promise<ChangedToolView> {
    const brand = await this.brands.find(brandId, call.caller);
    const stored = await this.find(brandId, name, call.caller);
    const warnings = body.http
      ? await this.writer.checkAddress(this.writer.merge(brand, stored, { ...body }))
      : [];
    const row = await this.tools.change(
      brandId,
      name,
      (current, before) => {
        expectVersion(call, before);
        return this.writer.merge(open(current), before, { ...body });
      },
      (before, after) => entry(call, 'update', brandId, before, after, reason),
    );
    if (row === undefined) throw notFound();
    return { ...toolView(row), warnings };
  }

  /** Removes one for good. Throws 404, 409 when the Brand is closed, 412. */
  async remove(brandId: string, name: string, reason: string | undefined, call: Call): Promise<ToolView> {
    await this.find(brandId, name, call.caller);
    const row = await this.tools.remove(
      brandId,
      name,
      (current, before) => {
        open(current);
        expectVersion(call, before);
      },
      before => entry(call, 'delete', brandId, before, null, reason),
    );
    if (row === undefined) throw notFound();
    return toolView(row);
  }

  private async find(brandId: string, name: string, caller: Principal): Promise<ToolRow> {
    await this.brands.find(brandId, caller);
    const row = await this.tools.find(brandId, name);
    if (row === undefined) throw notFound();
    return row;
  }
}

/** A closed Brand is final (PACT wire §6). */
function open(brand: BrandRow): BrandRow {
  if (brand.closedAt !== null) throw new Problem('conflict', 'The Brand is closed, and that is final.');
  return brand;
}

function entry(
  call: Call,
  verb: string,
  brandId: string,
  before: ToolRow | null,
  after: ToolRow | null,
  reason: string | undefined,
) {
  const name = (after ?? before)?.name ?? '';
  return auditEntry(call, {
    action: `tool.${verb}`,
    object: { type: 'tool', id: `${brandId}/${name}` },
    brandId,
    before: before && toolRecord(before),
    after: after && toolRecord(after),
    reason,
  });
}
