import { Injectable } from '@nestjs/common';
import type { Call } from '../auth/principal';
import type { PageQuery } from '../input/query-rules';
import type { Page } from '../paging/pages.service';
import { OperatedKeys, type Rotation } from '../signing-keys/operated-keys.service';
import type { WebhookKeyView } from './webhook-key.view';

/** The keys that sign our requests to Brands' webhooks and tools (PACT wire 5.3). */
@Injectable()
export class WebhookKeysService {
  constructor(private readonly keys: OperatedKeys) {}

  /** One page, newest first. */
  list(query: PageQuery): Promise<Page<WebhookKeyView>> {
    return this.keys.list('webhook-keys', 'webhook', query);
  }

  /** Publishes the next key now. */
  rotate(rotation: Rotation, call: Call): Promise<WebhookKeyView> {
    return this.keys.rotate('webhook', rotation, call);
  }
}
