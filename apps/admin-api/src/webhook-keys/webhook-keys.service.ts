import { Injectable } from '@nestjs/common';
import { rfc3339 } from '@surety/kernel';
import { type SigningKeyRow, SigningKeys } from '@surety/registry';
import { auditEntry } from '../audit/audit-entry';
import type { Call } from '../auth/principal';
import type { PageQuery } from '../input/query-rules';
import { type Page, Pages } from '../paging/pages.service';
import type { WebhookKeyView } from './webhook-key.view';

const PURPOSE = 'webhook';

/** The keys that sign our requests to Brands' webhooks; their status is what the database clock says (P24). */
@Injectable()
export class WebhookKeysService {
  constructor(
    private readonly keys: SigningKeys,
    private readonly pages: Pages,
  ) {}

  /** One page, newest first. */
  list(query: PageQuery): Promise<Page<WebhookKeyView>> {
    return this.pages.read(
      'webhook-keys',
      query,
      async ({ limit, before }) => {
        const keys = (await this.keys.list(PURPOSE)).map(key => ({ ...key, id: key.kid }));
        const start = before === undefined ? 0 : keys.findIndex(key => key.kid === before) + 1;
        return keys.slice(start, start + limit);
      },
      row => webhookKeyView(row),
    );
  }

  /** Publishes the next key now; it signs ten minutes later, and the old one is retired then. */
  async rotate(reason: string | undefined, call: Call): Promise<WebhookKeyView> {
    const key = await this.keys.rotate(PURPOSE, made =>
      auditEntry(call, {
        action: 'webhook-key.rotate',
        object: { type: 'webhook-key', id: made.kid },
        brandId: null,
        before: null,
        after: { kid: made.kid, alg: made.alg, activeFrom: rfc3339(made.activeFrom.getTime()) },
        reason,
      }),
    );
    return webhookKeyView(key);
  }
}

function webhookKeyView({
  kid,
  alg,
  status,
  activeFrom,
  retiredAt,
  publicJwk,
}: SigningKeyRow): WebhookKeyView {
  return {
    kid,
    alg,
    status,
    activeFrom: rfc3339(activeFrom.getTime()),
    retiredAt: retiredAt && rfc3339(retiredAt.getTime()),
    publicJwk: { ...publicJwk },
  };
}
