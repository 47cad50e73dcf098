import { Injectable } from '@nestjs/common';
import { rfc3339 } from '@surety/kernel';
import { type KeyOwner, type SigningKeyRow, SigningKeys } from '@surety/registry';
import { auditEntry } from '../audit/audit-entry';
import type { Call } from '../auth/principal';
import type { PageQuery } from '../input/query-rules';
import { type Page, Pages } from '../paging/pages.service';
import type { WebhookKeyView } from '../webhook-keys/webhook-key.view';

/** A rotation as an operator asks for it. */
export interface Rotation {
  readonly alg?: 'ES256' | 'RS256' | undefined;
  readonly reason?: string | undefined;
}

/** Signing keys of any owner as operators see and rotate them; their status is what the database clock says (P24). */
@Injectable()
export class OperatedKeys {
  constructor(
    private readonly keys: SigningKeys,
    private readonly pages: Pages,
  ) {}

  /** One page of every key there ever was, newest first. In: the name of the list, for its cursors. */
  list(name: string, owner: KeyOwner, query: PageQuery): Promise<Page<WebhookKeyView>> {
    return this.pages.read(
      name,
      query,
      async ({ limit, before }) => {
        const keys = (await this.keys.list(owner)).map(key => ({ ...key, id: key.kid }));
        const start = before === undefined ? 0 : keys.findIndex(key => key.kid === before) + 1;
        return keys.slice(start, start + limit);
      },
      row => signingKeyView(row),
    );
  }

  /** Publishes the next key now; it signs ten minutes later, and the old one is retired then. A waiting one is given again. */
  async rotate(owner: KeyOwner, { alg, reason }: Rotation, call: Call): Promise<WebhookKeyView> {
    const [type, brandId] = owner === 'webhook' ? ['webhook-key', null] : ['brand-key', owner.brandId];
    const audit = (made: SigningKeyRow) =>
      auditEntry(call, {
        action: `${type}.rotate`,
        object: { type, id: made.kid },
        brandId,
        before: null,
        after: { kid: made.kid, alg: made.alg, activeFrom: rfc3339(made.activeFrom.getTime()) },
        reason,
      });
    return signingKeyView(await this.keys.rotate(owner, audit, alg));
  }
}

function signingKeyView(row: SigningKeyRow): WebhookKeyView {
  const { kid, alg, status, activeFrom, retiredAt, publicJwk } = row;
  return {
    kid,
    alg,
    status,
    activeFrom: rfc3339(activeFrom.getTime()),
    retiredAt: retiredAt && rfc3339(retiredAt.getTime()),
    publicJwk: { ...publicJwk },
  };
}
