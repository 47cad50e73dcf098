import type { A2aReason } from './a2a-error';
import { type BrandRoute, type RouteMatch, compileRoutes } from './route-matcher';

/** The operations below an interface URL, one per path shape (PACT 2.2, P35). */
export type A2aOperation =
  | 'card'
  | 'sendMessage'
  | 'streamMessage'
  | 'listTasks'
  | 'getTask'
  | 'cancelTask'
  | 'subscribeTask'
  | 'listPushConfigs'
  | 'getPushConfig'
  | 'extendedAgentCard';

/** One row of the A2A route table. */
export interface A2aRoute extends BrandRoute {
  readonly operation: A2aOperation;
  /** False for the card alone: no PA JWT, no rate limit. */
  readonly authenticated: boolean;
  /** Whether the answer depends on the request body; the others never read it. */
  readonly readsBody: boolean;
  /** The reason that this operation always answers, whatever the body. */
  readonly refusal?: Extract<A2aReason, 'UNSUPPORTED_OPERATION' | 'PUSH_NOTIFICATION_NOT_SUPPORTED'>;
}

const row = (
  operation: A2aOperation,
  path: string,
  verbs: readonly string[],
  refusal?: A2aRoute['refusal'],
): A2aRoute => ({
  operation,
  path,
  verbs,
  authenticated: operation !== 'card',
  readsBody: operation === 'sendMessage',
  refusal,
});

/** Every A2A route under `{public}/a2a/{brandId}` (PACT wire 1); HEAD and OPTIONS exist on the card only. */
export const A2A_ROUTES: readonly A2aRoute[] = [
  row('card', '.well-known/agent-card.json', ['GET', 'HEAD', 'OPTIONS']),
  row('sendMessage', 'message:send', ['POST']),
  row('streamMessage', 'message:stream', ['POST'], 'UNSUPPORTED_OPERATION'),
  row('listTasks', 'tasks', ['GET']),
  row('getTask', 'tasks/{taskId}', ['GET']),
  row('cancelTask', 'tasks/{taskId}:cancel', ['POST']),
  row('subscribeTask', 'tasks/{taskId}:subscribe', ['GET', 'POST'], 'UNSUPPORTED_OPERATION'),
  row(
    'listPushConfigs',
    'tasks/{taskId}/pushNotificationConfigs',
    ['GET', 'POST'],
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  ),
  row(
    'getPushConfig',
    'tasks/{taskId}/pushNotificationConfigs/{configId}',
    ['GET', 'DELETE'],
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  ),
  row('extendedAgentCard', 'extendedAgentCard', ['GET'], 'UNSUPPORTED_OPERATION'),
];

export type A2aRouteMatch = RouteMatch<A2aRoute>;

/** Routes a request line (method, raw target as it stood there) before anything else is looked at (PACT 2.2, P4). */
export const matchA2aRoute: (method: string, rawUrl: string) => A2aRouteMatch = compileRoutes(A2A_ROUTES);
