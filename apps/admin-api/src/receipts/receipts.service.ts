import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Settings } from '@surety/platform';
import { brandAddresses } from '@surety/device-grant';
import { type ReceiptRow, Receipts, SigningKeys, publishedKeySet } from '@surety/registry';
import { verifyReceipt } from '@surety/tokens';
import { type Principal, seesBrand } from '../auth/principal';
import { type Page, Pages } from '../paging/pages.service';
import { notFound } from '../problem/problem';
import { brandOfReceipt } from './receipt-brand';
import type { ExportReceiptsQuery, ListReceiptsQuery } from './receipt.dto';
import { type ReceiptView, type VerifiedReceiptView, receiptView } from './receipt.view';

/** Receipts as operators read, export and check them (PACT 5.6). */
@Injectable()
export class ReceiptsService {
  constructor(
    private readonly receipts: Receipts,
    private readonly keys: SigningKeys,
    private readonly pages: Pages,
    private readonly settings: Settings,
  ) {}

  /** One page, newest first; of a brand-operator's own Brands only. */
  list(query: ListReceiptsQuery, { brands }: Principal): Promise<Page<ReceiptView>> {
    const { brandId, grantId, user, personalAgentId, contextId, from, to } = query;
    const filters = { brandId, grantId, user, personalAgentId, contextId, from, to, brandIds: brands };
    return this.pages.read('receipts', query, asked => this.receipts.list(filters, asked), receiptView);
  }

  /** One receipt. Throws 404, also for one of another's Brand. */
  async read(id: string, caller: Principal): Promise<ReceiptView> {
    const row = await this.receipts.find(id);
    if (row === undefined || !seesBrand(caller, row.brandId)) throw notFound();
    return receiptView(row);
  }

  /**
   * Every receipt that fits, newest first, one a line as the list shows it; few are in memory at a time. The first is read before
   * anything is sent, so that a database that is away is still a 503.
   */
  async export(query: ExportReceiptsQuery, { brands }: Principal): Promise<Readable> {
    const rows = this.receipts.all({ ...query, brandIds: brands });
    const first = await rows.next();
    return Readable.from(lines(first, rows), { objectMode: false });
  }

  /** Judges a receipt by every key its Brand ever had. Another's Brand is as unknown as none. */
  async verify(jws: string, caller: Principal): Promise<VerifiedReceiptView> {
    const receipt = jws.trim();
    const brandId = brandOfReceipt(receipt, this.settings.publicUrl);
    if (brandId === undefined || !seesBrand(caller, brandId)) return invalid('unknown-brand');
    const { keys } = publishedKeySet(await this.keys.list({ brandId }));
    const { interfaceUrl } = brandAddresses(this.settings.publicUrl, brandId);
    const verified = verifyReceipt(receipt, keys, { brand: interfaceUrl });
    if (!verified.ok) return invalid(verified.error.rule);
    return { valid: true, reason: null, claims: { ...verified.value.claims } };
  }
}

function invalid(reason: string): VerifiedReceiptView {
  return { valid: false, reason, claims: null };
}

async function* lines(
  first: IteratorResult<ReceiptRow, void>,
  rest: AsyncGenerator<ReceiptRow, void>,
): AsyncGenerator<string> {
  if (first.done) return;
  yield line(first.value);
  for await (const row of rest) yield line(row);
}

function line(row: ReceiptRow): string {
  return `${JSON.stringify(receiptView(row))}\n`;
}
