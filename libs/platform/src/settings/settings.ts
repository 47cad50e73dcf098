import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  IsCidr,
  IsDatabaseUrl,
  IsFailPointList,
  IsListenAddress,
  IsOrigin,
  IsRedisUrl,
} from './setting-rules';
import { toBoolean, toInteger, toList } from './setting-values';
import { Variable } from './variable.decorator';

/** Levels of the log, loudest last. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const MAX_CIDRS = 256;
const TCP_PORT_MAX = 65_535;
const RETENTION_DAYS_MAX = 3_650;
const SCHEME_NAME = /^(?!userDelegation$)[A-Za-z][A-Za-z0-9._-]{0,63}$/;

/**
 * Everything a process reads from its environment (PACT wire §8): each member is bound to one variable, and what the
 * variable does not say has the default that stands here. Made by `readSettings` only, which also fills the derived
 * defaults of `publicUrl` and `deploymentKeyFile`.
 */
export class Settings {
  /**
   * The public origin of the Provider: what cards, links and signatures print; never taken from a request.
   * @defaultValue `http://localhost:` and the base port
   */
  @Variable('SURETY_PUBLIC_URL')
  @IsOrigin()
  publicUrl: string;

  /** `provider.organization` on every card. */
  @Variable('SURETY_ORGANIZATION')
  @Length(1, 200)
  organization: string = 'Surety';

  /** Name of the security scheme for personal-agent JWTs on cards (P1); `userDelegation` is the name of the other one. */
  @Variable('SURETY_IDENTITY_SCHEME')
  @Matches(SCHEME_NAME, {
    message: 'must start with a letter, then letters, digits, ".", "_" or "-", and not be userDelegation',
  })
  identityScheme: string = 'paJwt';

  /**
   * Admits plain http to 127.0.0.0/8, ::1 and localhost for JWKS, discovery, issuers and webhooks; for a
   * machine of one's own. `npm start` sets it (P25).
   */
  @Variable('SURETY_ALLOW_LOOPBACK_HTTP', toBoolean)
  @IsBoolean({ message: 'must be true or false' })
  allowLoopbackHttp: boolean = false;

  /** Ranges that outgoing requests may reach although they are not public, over https only (P25). */
  @Variable('SURETY_EGRESS_ALLOW', toList)
  @ArrayMaxSize(MAX_CIDRS)
  @IsCidr({ each: true })
  egressAllow: readonly string[] = [];

  /** Admits personal agents that nobody registered, if their issuer serves OpenID Connect discovery (P34). */
  @Variable('SURETY_OPEN_MODE', toBoolean)
  @IsBoolean({ message: 'must be true or false' })
  openMode: boolean = false;

  /**
   * To what a delegation token is bound: the personal agent and its User, or the personal agent alone; read
   * once delegation exists.
   */
  @Variable('SURETY_DELEGATION_BINDING')
  @IsIn(['sub', 'client'])
  delegationBinding: 'sub' | 'client' = 'sub';

  /** Proxies whose `X-Forwarded-For` names the source; it counts for limits by source only (P34). */
  @Variable('SURETY_TRUSTED_PROXIES', toList)
  @ArrayMaxSize(MAX_CIDRS)
  @IsCidr({ each: true })
  trustedProxies: readonly string[] = [];

  /**
   * Origin of the authorization server, to which the Provider then hands on what is below `/oauth` of a Brand, so that
   * both have one public origin.
   * @defaultValue none; whatever stands before both routes by path
   */
  @Variable('SURETY_OAUTH_UPSTREAM')
  @IsOptional()
  @IsOrigin()
  oauthUpstream?: string;

  /**
   * The deployment key itself, instead of a file (P24). Not together with `SURETY_DEPLOYMENT_KEY_FILE`.
   * @defaultValue none; the file is read
   */
  @Variable('SURETY_DEPLOYMENT_KEY')
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{43}$/, { message: 'must be 32 bytes of base64url without padding' })
  deploymentKey?: string;

  /**
   * File with the deployment key: it seals keys and secret headers and derives pseudonyms. The same for every
   * process.
   * @defaultValue `deployment.key` in the data folder
   */
  @Variable('SURETY_DEPLOYMENT_KEY_FILE')
  @MaxLength(4096)
  deploymentKeyFile: string;

  /** Language of texts that are ours. */
  @Variable('SURETY_LANGUAGE')
  @Matches(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { message: 'must be a language tag such as en or pt-BR' })
  language: string = 'en';

  /**
   * The PostgreSQL (15 to 18) of the deployment. Apps do not start without it; `npm start` brings its own.
   */
  @Variable('DATABASE_URL')
  @IsOptional()
  @IsDatabaseUrl()
  databaseUrl?: string;

  /** Redis that counts rate limits, instead of PostgreSQL (P26). */
  @Variable('REDIS_URL')
  @IsOptional()
  @IsRedisUrl()
  redisUrl?: string;

  /**
   * Where the app listens; 0 takes a free port.
   * @defaultValue 4000 Provider, 4001 admin API, 4004 sandbox
   */
  @Variable('SURETY_PORT', toInteger)
  @IsInt({ message: 'must be a whole number' })
  @Min(0)
  @Max(TCP_PORT_MAX)
  port: number;

  /** Addresses to listen on; one process listens on all of them at one port. */
  @Variable('SURETY_LISTEN', toList)
  @ArrayNotEmpty()
  @ArrayMaxSize(16)
  @IsListenAddress({ each: true })
  listen: readonly string[] = ['127.0.0.1', '::1'];

  /**
   * A port of its own for `/metrics`, which then leaves the public port; bound to the first listen address.
   */
  @Variable('SURETY_METRICS_PORT', toInteger)
  @IsOptional()
  @IsInt({ message: 'must be a whole number' })
  @Min(1)
  @Max(TCP_PORT_MAX)
  metricsPort?: number;

  /** Folder of key files that are not named one by one. */
  @Variable('SURETY_DATA_DIR')
  @MaxLength(4096)
  dataDir: string = '.surety';

  /** How long a stopping process still accepts work, so that balancers notice its readiness; seconds. */
  @Variable('SURETY_DRAIN_SECONDS', toInteger)
  @IsInt({ message: 'must be a whole number of seconds' })
  @Min(0)
  @Max(300)
  drainSeconds: number = 5;

  /** How long a stop may take at most, drain included; work that still runs then is cut off; seconds. */
  @Variable('SURETY_GRACE_SECONDS', toInteger)
  @IsInt({ message: 'must be a whole number of seconds' })
  @Min(1)
  @Max(600)
  graceSeconds: number = 30;

  /** Lowest level that is written to the log. */
  @Variable('SURETY_LOG_LEVEL')
  @IsIn([...LOG_LEVELS])
  logLevel: LogLevel = 'info';

  /**
   * Origin of the admin API as its users reach it: the `aud` of admin tokens.
   * @defaultValue `http://localhost:` and the port of the admin API
   */
  @Variable('SURETY_ADMIN_URL')
  @IsOptional()
  @IsOrigin()
  adminUrl?: string;

  /**
   * Private JWK (EC P-256) whose public half verifies admin tokens; the admin API does not start without it.
   */
  @Variable('SURETY_ADMIN_KEY_FILE')
  @IsOptional()
  @MaxLength(4096)
  adminKeyFile?: string;

  /**
   * The origin by which others reach the sandbox.
   * @defaultValue `http://localhost:` and the port of the sandbox
   */
  @Variable('SURETY_SANDBOX_URL')
  @IsOptional()
  @IsOrigin()
  sandboxUrl?: string;

  /**
   * The private JWK of the sandbox's personal agents; made at the first start.
   * @defaultValue `personal-agent.key` in the data folder
   */
  @Variable('SURETY_SANDBOX_KEY_FILE')
  @IsOptional()
  @MaxLength(4096)
  sandboxKeyFile?: string;

  /**
   * E-mail and password of the demo User who logs in with the sandbox's Brand; made at the first start.
   * @defaultValue `sandbox-user.json` in the data folder
   */
  @Variable('SURETY_SANDBOX_USER_FILE')
  @IsOptional()
  @MaxLength(4096)
  sandboxUserFile?: string;

  /**
   * Names the interface URL under which the sandbox's Brand is registered; the registration writes it.
   * @defaultValue `sandbox-brand.json` in the data folder
   */
  @Variable('SURETY_SANDBOX_BRAND_FILE')
  @IsOptional()
  @MaxLength(4096)
  sandboxBrandFile?: string;

  /** How long conversations and their turns are kept after the last turn; 13 months by default. */
  @Variable('SURETY_RETENTION_CONVERSATION_DAYS', toInteger)
  @IsInt({ message: 'must be a whole number of days' })
  @Min(1)
  @Max(RETENTION_DAYS_MAX)
  retentionConversationDays: number = 396;

  /** How long audit rows are kept; 25 months by default. */
  @Variable('SURETY_RETENTION_AUDIT_DAYS', toInteger)
  @IsInt({ message: 'must be a whole number of days' })
  @Min(1)
  @Max(RETENTION_DAYS_MAX)
  retentionAuditDays: number = 761;

  /** How long rows of idempotency keys are kept; a key covers a retry for 24 hours (P11). */
  @Variable('SURETY_RETENTION_IDEMPOTENCY_HOURS', toInteger)
  @IsInt({ message: 'must be a whole number of hours' })
  @Min(24)
  @Max(24 * 31)
  retentionIdempotencyHours: number = 24;

  /** How long user and device codes are kept after they have expired. */
  @Variable('SURETY_RETENTION_CODE_HOURS', toInteger)
  @IsInt({ message: 'must be a whole number of hours' })
  @Min(1)
  @Max(24 * 31)
  retentionCodeHours: number = 24;

  /** How long used login assertions are remembered; an assertion is accepted for 5 minutes (P21). */
  @Variable('SURETY_RETENTION_ASSERTION_MINUTES', toInteger)
  @IsInt({ message: 'must be a whole number of minutes' })
  @Min(10)
  @Max(24 * 60)
  retentionAssertionMinutes: number = 10;

  /** How long hashes of refresh tokens are kept after the end of their grant. */
  @Variable('SURETY_RETENTION_REFRESH_TOKEN_DAYS', toInteger)
  @IsInt({ message: 'must be a whole number of days' })
  @Min(1)
  @Max(RETENTION_DAYS_MAX)
  retentionRefreshTokenDays: number = 30;

  /** How long grants are kept after they were revoked or ran out; 13 months by default. */
  @Variable('SURETY_RETENTION_GRANT_DAYS', toInteger)
  @IsInt({ message: 'must be a whole number of days' })
  @Min(1)
  @Max(RETENTION_DAYS_MAX)
  retentionGrantDays: number = 396;

  /** How long receipts are kept; 25 months by default. */
  @Variable('SURETY_RETENTION_RECEIPT_DAYS', toInteger)
  @IsInt({ message: 'must be a whole number of days' })
  @Min(1)
  @Max(RETENTION_DAYS_MAX)
  retentionReceiptDays: number = 761;

  /**
   * Faults on purpose for tests, `point=kill`, `error` or `hang`, `:n` for the first n passes; never set it
   * in production.
   */
  @Variable('SURETY_FAIL_POINTS')
  @IsOptional()
  @IsFailPointList()
  failPoints?: string;
}
