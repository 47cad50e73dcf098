export { type LockOutcome, tryAdvisoryLock, withAdvisoryLock } from './database/advisory-lock';
export { type NotificationHandler } from './database/notification-listener';
export { type DatabaseOptions, openDatabase } from './database/open-database';
export { Sql, type SqlExecutor } from './database/sql';
export { type Statement, statement } from './database/statement';
export {
  SUPPORTED_POSTGRES,
  UnsupportedPostgres,
  assertSupportedPostgres,
} from './database/supported-postgres';
export { isUnavailable } from './database/unavailable';
export {
  type AddressFault,
  type AddressRefusal,
  EgressError,
  type EgressErrorCode,
} from './egress/egress-error';
export { type EgressPolicy } from './egress/egress-policy';
export { FailPointError, armFailPoints, failPoint } from './failpoint/fail-point';
export { CidrSet } from './network/cidr-set';
export { type RateBucket, type RateDecision } from './rate/rate-bucket';
export { assertOpaqueAudience } from './settings/audience-rule';
export { type Environment, SettingsError, readSettings, unknownSettings } from './settings/read-settings';
export { LOG_LEVELS, type LogLevel, Settings } from './settings/settings';
