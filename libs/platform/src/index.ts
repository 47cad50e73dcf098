export { type LockOutcome, tryAdvisoryLock, withAdvisoryLock } from './database/advisory-lock';
export {
  type ListenerOptions,
  type NotificationHandler,
  NotificationListener,
} from './database/notification-listener';
export { type DatabaseOptions, openDatabase } from './database/open-database';
export { Sql, type SqlExecutor } from './database/sql';
export { type Statement, statement } from './database/statement';
export { UnsupportedPostgres, assertSupportedPostgres } from './database/supported-postgres';
export { isUnavailable } from './database/unavailable';
export { egressProvider } from './egress/egress.provider';
export { type EgressAnswer, EgressClient, type EgressRequest } from './egress/egress-client';
export {
  type AddressFault,
  type AddressRefusal,
  EgressError,
  type EgressErrorCode,
} from './egress/egress-error';
export { type EgressPolicy } from './egress/egress-policy';
export { armFailPoints, failPoint } from './failpoint/fail-point';
export { CidrSet } from './network/cidr-set';
export { RateLimiter } from './rate/rate-limiter';
export { rateLimiterProvider } from './rate/rate-limiter.provider';
export { type RateBucket, type RateDecision } from './rate/rate-bucket';
export { assertOpaqueAudience } from './settings/audience-rule';
export { KeyFileError, loadDeploymentKey, readKeyFile } from './settings/deployment-key-file';
export { type Environment, SettingsError, readSettings } from './settings/read-settings';
export { type LogLevel, Settings } from './settings/settings';
export { Readiness, type ReadinessCheck, type ReadinessReport } from './health/readiness';
export { sendBare, sendOriginError } from './http/bare-answer';
export { type BootOptions, bootApp } from './http/boot-app';
export { type BodyMode } from './http/create-fastify';
export { type Content, type Markup, markup } from './http/markup';
export { pageProtection } from './http/page-protection';
export { PUBLIC_REASON, Public } from './http/public.decorator';
export { CORS, PREFLIGHT, sendPublished } from './http/published-document';
export { type BodyFault, readBody } from './http/read-body';
export { type HandledRoute, requireHandlers } from './http/required-handlers';
export { RunningApp } from './http/running-app';
export { SourceAddress } from './http/source-address';
export { LOGGER, type Logger, createLogger } from './logging/create-logger';
export { Metrics } from './metrics/metrics';
export { PlatformModule } from './platform.module';
export { systemClock } from './system-clock';
