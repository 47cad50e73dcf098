import { brandAddresses } from '@surety/device-grant';
import { LIMITS } from '@surety/kernel';
import type { RateLimiter } from '@surety/platform';
import { verifyReceipt } from '@surety/tokens';
import type { BrandKeyRing } from '../brands/brand-key-ring.service';
import type { PageAnswer } from '../pages/page-answer';
import { countBySource } from '../pages/source-limit';
import { type PageRequest, formOf } from '../pages/page-request';
import { type ReceiptFinding, receiptPage } from './receipt-page';

const CHECKS = { name: 'receipt-page', perMinute: LIMITS.receiptChecksPerMinute };

/** The public page that checks a receipt (PACT 5.6); it never tells whether we have stored it. */
export class ReceiptPageService {
  constructor(
    private readonly rings: Pick<BrandKeyRing, 'published'>,
    private readonly limiter: Pick<RateLimiter, 'take'>,
    private readonly publicUrl: string,
  ) {}

  /** `GET O/receipt`. */
  show({ brand, language }: PageRequest): PageAnswer {
    const { receipt: action } = brandAddresses(this.publicUrl, brand.id);
    return { kind: 'page', status: 200, page: receiptPage({ language, action }) };
  }

  /** `POST O/receipt`: judges the field `jws` by the keys alone. Throws PageRefusal. */
  async check(request: PageRequest): Promise<PageAnswer> {
    const { brand, language, source } = request;
    await countBySource(this.limiter, CHECKS, source);
    const jws = ((await formOf(request)).get('jws') ?? '').trim();
    const { receipt: action, interfaceUrl } = brandAddresses(this.publicUrl, brand.id);
    const { keys } = await this.rings.published(brand.id);
    const verified = verifyReceipt(jws, keys, { brand: interfaceUrl });
    const finding: ReceiptFinding = verified.ok
      ? { kind: 'valid', claims: verified.value.claims }
      : { kind: 'invalid' };
    return { kind: 'page', status: 200, page: receiptPage({ language, action, jws, finding }) };
  }
}
