import type { WebhookAgentConfig } from '../agent-config';
import { type ConfigFaults, join } from '../config-faults';
import { readHeaders, readUrl } from '../http-settings';
import { isReservedHeader } from './delivery-headers';

const MEMBERS = ['kind', 'url', 'idempotent', 'headers'];

/** Reads a webhook agent (PACT wire §6) from untrusted JSON, defaults filled in; whether the address may be called is P25's. */
export function readWebhook(
  value: unknown,
  path: string,
  faults: ConfigFaults,
): WebhookAgentConfig | undefined {
  const webhook = faults.object(value, path, MEMBERS);
  if (webhook === undefined) return undefined;
  const url = readUrl(webhook.url, join(path, 'url'), faults);
  const idempotent = faults.flag(webhook.idempotent, join(path, 'idempotent'), false);
  const headers = readHeaders(webhook.headers, join(path, 'headers'), isReservedHeader, faults);
  if (url === undefined || idempotent === undefined || headers === undefined) return undefined;
  return { kind: 'webhook', url, idempotent, headers };
}
