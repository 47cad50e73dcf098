import type { BrandClient, OutgoingMessage } from './brand.client';
import { PermissionLoopError } from './delegation-errors';
import type { DeviceFlow } from './device-flow';
import type { PermissionOutcome, SendOutcome } from './send-outcome';
import type { UserDelegation } from './user-delegation';

/** What a personal agent shows to its User when a Brand needs permission. */
export interface PermissionRequest {
  /** Our own device flow: its link gives us a token, which the link of the Brand's task would not (P28). */
  readonly flow: DeviceFlow;
  /** The Brand's words, and what is missing. */
  readonly outcome: PermissionOutcome;
}

/** How to ask the User. */
export interface PermissionOptions {
  /** Shows the link; the wait for the User's decision begins when it resolves. */
  readonly onPermission: (request: PermissionRequest) => Promise<void> | void;
  readonly signal?: AbortSignal;
}

/** One message may find out bit by bit what it needs, but not for ever. */
const ROUNDS_MAX = 4;

/**
 * Sends a message and, as often as the Brand needs scopes, asks the User for them and sends it again with the same ids (PACT
 * 5.5): what was done before is not done again (P28). Out: the reply, or the request for permission when the User granted less
 * than it needs. Throws DelegationDeclinedError or DeviceCodeExpiredError when the User said no or nothing,
 * {@link PermissionLoopError} when the Brand asks for what it has, and what `send` and the device flow throw.
 */
export async function sendWithPermission(
  brand: Pick<BrandClient, 'send'>,
  delegation: UserDelegation,
  message: OutgoingMessage,
  options: PermissionOptions,
): Promise<SendOutcome> {
  const signal = options.signal ?? message.signal;
  let outcome = await brand.send(message);
  // What a token lists may be more than its grant still holds (P29): only what was granted just now counts as had.
  let granted: readonly string[] = [];
  for (let round = 0; outcome.kind === 'permission-needed'; round += 1) {
    const asksForNothingNew = outcome.missingScopes.every(id => granted.includes(id));
    if (asksForNothingNew || round >= ROUNDS_MAX) {
      throw new PermissionLoopError('The Brand asks again and again for permission that it has');
    }
    granted = await askUser(delegation, outcome, options, signal);
    if (!outcome.missingScopes.every(id => granted.includes(id))) return outcome;
    const { messageId, contextId } = outcome;
    outcome = await brand.send({ ...message, messageId, contextId, ...(signal ? { signal } : {}) });
  }
  return outcome;
}

async function askUser(
  delegation: UserDelegation,
  outcome: PermissionOutcome,
  { onPermission }: PermissionOptions,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const abort = signal ? { signal } : {};
  const flow = await delegation.client.start(outcome.missingScopes, abort);
  await onPermission({ flow, outcome });
  const tokens = await delegation.client.waitForApproval(flow, abort);
  await delegation.adopt(tokens);
  return tokens.scopes;
}
