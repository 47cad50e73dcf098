import { AssertionJtiEntity } from './assertion-jti.entity';
import { AuditEntity } from './audit.entity';
import { BrandEntity } from './brand.entity';
import { ContextEntity } from './context.entity';
import { DelegationGrantEntity } from './delegation-grant.entity';
import { DeploymentEntity } from './deployment.entity';
import { DeviceRequestEntity } from './device-request.entity';
import { IdempotencyKeyEntity } from './idempotency-key.entity';
import { JwksStatusEntity } from './jwks-status.entity';
import { LiveSessionEntity } from './live-session.entity';
import { PersonalAgentEntity } from './personal-agent.entity';
import { RateBucketEntity } from './rate-bucket.entity';
import { ReceiptEntity } from './receipt.entity';
import { RefreshTokenEntity } from './refresh-token.entity';
import { SigningKeyEntity } from './signing-key.entity';
import { SweepMarkEntity } from './sweep-mark.entity';
import { ToolEntity } from './tool.entity';
import { TurnCallEntity } from './turn-call.entity';
import { TurnEntity } from './turn.entity';
import { WrongCodeEntity } from './wrong-code.entity';

export { AssertionJtiEntity } from './assertion-jti.entity';
export { AuditEntity } from './audit.entity';
export {
  BrandEntity,
  type BrandDelegation,
  type BrandLoginKeys,
  type BrandScope,
  type BrandSkill,
} from './brand.entity';
export { ContextEntity, type ContextCloser } from './context.entity';
export { DelegationGrantEntity } from './delegation-grant.entity';
export { DeploymentEntity } from './deployment.entity';
export { DeviceRequestEntity, type DeviceRequestKind } from './device-request.entity';
export { IdempotencyKeyEntity } from './idempotency-key.entity';
export { JwksStatusEntity } from './jwks-status.entity';
export { LiveSessionEntity } from './live-session.entity';
export { PersonalAgentEntity } from './personal-agent.entity';
export { RateBucketEntity } from './rate-bucket.entity';
export { ReceiptEntity } from './receipt.entity';
export { RefreshTokenEntity } from './refresh-token.entity';
export { SigningKeyEntity, type SigningKeyPurpose } from './signing-key.entity';
export { SweepMarkEntity } from './sweep-mark.entity';
export { ToolEntity } from './tool.entity';
export { TurnCallEntity, type TurnCallState } from './turn-call.entity';
export { TurnEntity, type TurnFailure, type TurnState } from './turn.entity';
export { WrongCodeEntity } from './wrong-code.entity';

/** Every table of the registry. */
export const registryEntities = [
  AssertionJtiEntity,
  AuditEntity,
  BrandEntity,
  ContextEntity,
  DelegationGrantEntity,
  DeploymentEntity,
  DeviceRequestEntity,
  IdempotencyKeyEntity,
  JwksStatusEntity,
  LiveSessionEntity,
  PersonalAgentEntity,
  RateBucketEntity,
  ReceiptEntity,
  RefreshTokenEntity,
  SigningKeyEntity,
  SweepMarkEntity,
  ToolEntity,
  TurnCallEntity,
  TurnEntity,
  WrongCodeEntity,
];
