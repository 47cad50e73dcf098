export type { AuditEntry, AuditFilters, AuditRecord, AuditRow } from './audit/audit-entry';
export { AuditLog } from './audit/audit-log.repository';
export type { BrandFilters, BrandLimits, BrandRow, NewBrand } from './brands/brand-row';
export { Brands } from './brands/brands.repository';
export { BrandScopes, type ScopeUse } from './brands/brand-scopes.repository';
export { type DelegationTerms, type OfferedDelegation, offersDelegation } from './brands/offers-delegation';
export { AssertionJtis } from './consents/assertion-jtis.repository';
export type { ConsentAnswer, ConsentCase, ConsentKind, ConsentPlace } from './consents/consent-case';
export { Consents } from './consents/consents.repository';
export { GuessedCodes, type Guesser, type GuessOutcome } from './consents/guessed-codes.repository';
export { LiveSessions, type LiveUser } from './consents/live-sessions.repository';
export { type UserGrant, UserGrants } from './consents/user-grants.repository';
export type {
  ConversationCallRow,
  ConversationFilters,
  ConversationRow,
  ConversationTurnRow,
} from './conversations/conversation-row';
export { Conversations } from './conversations/conversations.repository';
export { AlreadyTaken } from './database/already-taken';
export type { ListPage } from './database/list-page';
export { type DeploymentRow, deployment } from './deployment/deployment';
export {
  DeviceCodes,
  type FoundDeviceCode,
  type NewDeviceCode,
} from './device-codes/device-codes.repository';
export { DeviceRequests, type StepUpRequest } from './device-requests/device-requests.repository';
export {
  GrantAdmin,
  type GrantFilters,
  type GrantListRow,
  type GrantStatus,
  type GrantsToRevoke,
} from './grants/grant-admin.repository';
export { type GrantRow, Grants } from './grants/grants.repository';
export {
  type GrantEnder,
  type GrantEnding,
  type HeldGrant,
  HeldGrants,
} from './grants/held-grants.repository';
export type { IssuedGrant } from './grants/issued-grant';
export type {
  BrandDelegation,
  BrandLoginKeys,
  BrandScope,
  DeviceRequestKind,
  BrandSkill,
  ContextCloser,
  SigningKeyPurpose,
  TurnCallState,
  TurnFailure,
  TurnState,
} from './entities';
export { migrate } from './migrate';
export { JwksStatus, type JwksOutcome, type JwksStatusRow } from './personal-agents/jwks-status.repository';
export {
  DEFAULT_PERSONAL_AGENT_LIMITS,
  type NewPersonalAgent,
  type PersonalAgentFilters,
  type PersonalAgentLimits,
  type PersonalAgentRow,
} from './personal-agents/personal-agent-row';
export { PersonalAgents } from './personal-agents/personal-agents.repository';
export { registryMigrations } from './migrations';
export { type ReceiptFilters, type ReceiptRow, Receipts } from './receipts/receipts.repository';
export { type RegistryOptions, registryDataSource } from './registry-data-source';
export { type FoundRefreshToken, RefreshTokens } from './refresh-tokens/refresh-tokens.repository';
export { type RegistryChanges, type RegistryKind, onRegistryChange } from './registry-changes';
export { RegistryModule } from './registry.module';
export { freshUlid } from './database/ids';
export { type PublishedKeySet, publishedKeySet } from './signing-keys/published-key-set';
export { Retention, type RetentionCounts, type RetentionTimes } from './retention/retention.repository';
export {
  type ActiveSigningKey,
  type KeyOwner,
  type SigningKeyRow,
  type SigningKeyStatus,
  SigningKeys,
} from './signing-keys/signing-keys.repository';
export { type DecideTool, ToolRegister, type ToolRow } from './tools/tool-register.repository';
export { Tools } from './tools/tools.repository';
export { replyIdOf, stepUpIdOf } from './turns/turn-ids';
export type {
  CallToRecord,
  ClaimFacts,
  ClaimedTurn,
  DelegatedReply,
  Delivery,
  FirstMessage,
  GrantFacts,
  HistoryMessage,
  IdempotencyKey,
  MetContext,
  MetTurn,
  NextMessage,
  RecordedToolCall,
  StartFacts,
  ToolOfCall,
  TurnDelegation,
  TurnHandle,
  TurnOwner,
  TurnReceipt,
  TurnStepUp,
} from './turns/turn-rows';
export { TurnSweep } from './turns/turn-sweep.repository';
export { Turns } from './turns/turns.repository';
