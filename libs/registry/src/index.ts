export type { AuditEntry, AuditFilters, AuditRecord, AuditRow } from './audit/audit-entry';
export { AuditLog } from './audit/audit-log.repository';
export type { BrandFilters, BrandLimits, BrandRow, NewBrand } from './brands/brand-row';
export { Brands } from './brands/brands.repository';
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
export type {
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
export { type RegistryOptions, registryDataSource } from './registry-data-source';
export { RegistryModule } from './registry.module';
export { Retention, type RetentionCounts, type RetentionTimes } from './retention/retention.repository';
export {
  type ActiveSigningKey,
  type SigningKeyRow,
  type SigningKeyStatus,
  SigningKeys,
} from './signing-keys/signing-keys.repository';
export { replyIdOf } from './turns/turn-ids';
export type {
  ClaimFacts,
  ClaimedTurn,
  Delivery,
  FirstMessage,
  HistoryMessage,
  IdempotencyKey,
  MetContext,
  MetTurn,
  NextMessage,
  StartFacts,
  TurnHandle,
  TurnOwner,
} from './turns/turn-rows';
export { TurnSweep } from './turns/turn-sweep.repository';
export { Turns } from './turns/turns.repository';
