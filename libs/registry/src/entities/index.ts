import { AuditEntity } from './audit.entity';
import { BrandEntity } from './brand.entity';
import { ContextEntity } from './context.entity';
import { DeploymentEntity } from './deployment.entity';
import { IdempotencyKeyEntity } from './idempotency-key.entity';
import { JwksStatusEntity } from './jwks-status.entity';
import { PersonalAgentEntity } from './personal-agent.entity';
import { RateBucketEntity } from './rate-bucket.entity';
import { SigningKeyEntity } from './signing-key.entity';
import { SweepMarkEntity } from './sweep-mark.entity';
import { TurnCallEntity } from './turn-call.entity';
import { TurnEntity } from './turn.entity';

export { AuditEntity } from './audit.entity';
export { BrandEntity, type BrandSkill } from './brand.entity';
export { ContextEntity, type ContextCloser } from './context.entity';
export { DeploymentEntity } from './deployment.entity';
export { IdempotencyKeyEntity } from './idempotency-key.entity';
export { JwksStatusEntity } from './jwks-status.entity';
export { PersonalAgentEntity } from './personal-agent.entity';
export { RateBucketEntity } from './rate-bucket.entity';
export { SigningKeyEntity, type SigningKeyPurpose } from './signing-key.entity';
export { SweepMarkEntity } from './sweep-mark.entity';
export { TurnCallEntity, type TurnCallState } from './turn-call.entity';
export { TurnEntity, type TurnFailure, type TurnState } from './turn.entity';

/** Every table of the registry. */
export const registryEntities = [
  AuditEntity,
  BrandEntity,
  ContextEntity,
  DeploymentEntity,
  IdempotencyKeyEntity,
  JwksStatusEntity,
  PersonalAgentEntity,
  RateBucketEntity,
  SigningKeyEntity,
  SweepMarkEntity,
  TurnCallEntity,
  TurnEntity,
];
