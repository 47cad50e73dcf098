export {
  A2A_REASONS,
  A2aError,
  type A2aErrorBody,
  type A2aErrorFacts,
  type A2aReason,
  errorEnvelope,
  internalError,
  invalidParams,
  taskNotFound,
  unknownContextId,
  unsupportedOperation,
} from './a2a-error';
export {
  A2A_ROUTES,
  type A2aOperation,
  type A2aRoute,
  type A2aRouteMatch,
  matchA2aRoute,
} from './a2a-routes';
export type {
  AgentCard,
  AgentInterface,
  AgentMessage,
  CardScope,
  Metadata,
  Part,
  ReceivedError,
  SecurityScheme,
  SendMessageResponse,
  Task,
  TaskState,
} from './a2a-types';
export { type CardDelegation, type CardInput, type CardSkill, agentCard } from './agent-card';
export { CARD_CACHE_CONTROL, NO_STORE, etagMatches, cardEtag } from './cache-headers';
export { parseIdempotencyKey } from './idempotency-key';
export { type EmptyTaskList, emptyTaskList, parseListTasks } from './list-tasks';
export { A2A_MEDIA_TYPE } from './media-type';
export {
  type MessageReply,
  type ShownReceipt,
  type StepUpTask,
  messageReply,
  stepUpReply,
} from './message-reply';
export {
  type DelegationScheme,
  delegationScheme,
  identityScheme,
  pactInterface,
  readAgentCard,
} from './read-agent-card';
export { readErrorBody } from './read-error-body';
export { readSendMessageResponse } from './read-send-message-response';
export { type BrandRoute, compileRoutes, readPath } from './route-matcher';
export {
  SEND_MESSAGE_STAGES,
  type SendMessage,
  type SendMessageStage,
  parseSendMessage,
} from './send-message';
export { readTaskId } from './task-id';
export type { WireFault } from './wire-object';
