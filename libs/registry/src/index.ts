export {
  AuditEntity,
  BrandEntity,
  type BrandSkill,
  type ContextCloser,
  ContextEntity,
  PersonalAgentEntity,
  type SigningKeyPurpose,
  type StoredAgent,
  type TurnCallState,
  type TurnFailure,
  type TurnState,
  registryEntities,
} from './entities';
export { migrate } from './migrate';
export { registryMigrations } from './migrations';
export { type RegistryOptions, registryDataSource } from './registry-data-source';
export type {
  ClaimFacts,
  ClaimRequest,
  ClaimedTurn,
  IdempotencyKey,
  MetTurn,
  TurnHandle,
  TurnOwner,
} from './turns/turn-rows';
