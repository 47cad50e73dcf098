import { type KeyObject } from 'node:crypto';
import { type Sql, type SqlExecutor, statement } from '@surety/platform';
import { generateSigningJwk, type PrivateSigningJwk, privateKeyOf, seal, unseal } from '@surety/tokens';
import type { SigningKeyPurpose } from '../entities';
import { type AuditEntry, insertAudit } from './audit-log';
import { returnedRow } from './returned-row';

/** What a key does at the moment, by the database clock (P24). */
export type SigningKeyStatus = 'next' | 'active' | 'retired';

/** One signing key of the deployment, without its private part. */
export interface SigningKeyRow {
  readonly kid: string;
  readonly alg: string;
  readonly status: SigningKeyStatus;
  readonly activeFrom: Date;
  /** When a newer key took over; null until then. */
  readonly retiredAt: Date | null;
  readonly publicJwk: Readonly<Record<string, unknown>>;
}

/** The key that signs at the moment. */
export interface ActiveSigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** Published this long before it signs: twice the age that receivers may keep the key set for (P24). */
const PUBLISHED_AHEAD_SECONDS = 10 * 60;
/** Everything that a retired key signed is older than this when its public part goes (P24). */
const PUBLISHED_AFTER_MONTHS = 13;

/** The newest key that has begun is active; a key is retired when the next one begins. */
const KEYS = `SELECT kid, alg, public_jwk AS "publicJwk", sealed_private AS "sealedPrivate", active_from AS "activeFrom",
    CASE WHEN active_from > clock_timestamp() THEN 'next'
         WHEN successor_from <= clock_timestamp() THEN 'retired'
         ELSE 'active' END AS status,
    CASE WHEN successor_from <= clock_timestamp() THEN successor_from END AS "retiredAt"
  FROM (SELECT *, lead(active_from) OVER (ORDER BY active_from, kid) AS successor_from
          FROM signing_key WHERE purpose = $1) AS keys`;

const LIST = statement('registry_signing_keys_list', `${KEYS} ORDER BY active_from DESC, kid DESC`);
const ACTIVE = statement(
  'registry_signing_keys_active',
  `SELECT * FROM (${KEYS}) AS judged WHERE status = 'active'`,
);
const PUBLISHED = statement(
  'registry_signing_keys_published',
  `SELECT * FROM (${KEYS}) AS judged
    WHERE "retiredAt" IS NULL OR "retiredAt" > clock_timestamp() - make_interval(months => $2)
    ORDER BY "activeFrom" DESC, kid DESC`,
);
const ONE_AT_A_TIME = statement(
  'registry_signing_keys_lock',
  `SELECT pg_advisory_xact_lock(hashtextextended('surety signing_key ' || $1, 0))`,
);
const EXISTS = statement('registry_signing_keys_any', 'SELECT 1 FROM signing_key WHERE purpose = $1 LIMIT 1');
const INSERT = statement(
  'registry_signing_keys_insert',
  `INSERT INTO signing_key (kid, purpose, alg, sealed_private, public_jwk, active_from)
   VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))
   RETURNING kid, alg, public_jwk AS "publicJwk", active_from AS "activeFrom",
     CASE WHEN $6 > 0 THEN 'next' ELSE 'active' END AS status, NULL::timestamptz AS "retiredAt"`,
);
const FORGET_RETIRED = statement(
  'registry_signing_keys_forget_retired',
  `UPDATE signing_key SET sealed_private = NULL
    WHERE sealed_private IS NOT NULL
      AND kid IN (SELECT kid FROM (${KEYS}) AS judged WHERE status = 'retired')`,
);

/** Signing keys of the deployment: made here, sealed at rest, judged by the database clock. */
export class SigningKeys {
  private readonly opened = new Map<string, KeyObject>();

  /** In: the database, and the 32-byte key that seals private parts. */
  constructor(
    private readonly sql: Sql,
    private readonly sealingKey: Uint8Array,
  ) {}

  /** Makes the first key of a purpose, active at once; does nothing when there is one. */
  ensure(purpose: SigningKeyPurpose): Promise<void> {
    return this.sql.transaction(async tx => {
      await tx.rows(ONE_AT_A_TIME, [purpose]);
      const [known] = await tx.rows(EXISTS, [purpose]);
      if (known === undefined) await this.make(tx, purpose, 0);
    });
  }

  /** Every key, newest first. */
  list(purpose: SigningKeyPurpose): Promise<SigningKeyRow[]> {
    return this.sql.rows<SigningKeyRow & Sealed>(LIST, [purpose]).then(rows => rows.map(withoutPrivate));
  }

  /** What a JWKS shows: next, active, and the retired ones that signatures may still need. */
  published(purpose: SigningKeyPurpose): Promise<SigningKeyRow[]> {
    return this.sql
      .rows<SigningKeyRow & Sealed>(PUBLISHED, [purpose, PUBLISHED_AFTER_MONTHS])
      .then(rows => rows.map(withoutPrivate));
  }

  /** The key that signs now. Throws UnsealError with another deployment key, and when `ensure` was never called. */
  async active(purpose: SigningKeyPurpose): Promise<ActiveSigningKey> {
    const row = await returnedRow(this.sql.rows<SigningKeyRow & Sealed>(ACTIVE, [purpose]));
    const known = this.opened.get(row.kid);
    if (known !== undefined) return { kid: row.kid, key: known };
    const text = unseal(this.sealingKey, row.sealedPrivate ?? '', place(row.kid)).toString('utf8');
    const key = privateKeyOf(JSON.parse(text) as PrivateSigningJwk);
    this.opened.clear();
    this.opened.set(row.kid, key);
    return { kid: row.kid, key };
  }

  /** Publishes the next key now; it signs ten minutes later. Private parts of retired keys are forgotten. */
  rotate(purpose: SigningKeyPurpose, audit: (made: SigningKeyRow) => AuditEntry): Promise<SigningKeyRow> {
    return this.sql.transaction(async tx => {
      await tx.rows(ONE_AT_A_TIME, [purpose]);
      await tx.affected(FORGET_RETIRED, [purpose]);
      const made = await this.make(tx, purpose, PUBLISHED_AHEAD_SECONDS);
      await insertAudit(tx, audit(made));
      return made;
    });
  }

  /** Forgets the private parts of retired keys; how many it were. */
  forgetRetired(purpose: SigningKeyPurpose): Promise<number> {
    return this.sql.affected(FORGET_RETIRED, [purpose]);
  }

  private make(tx: SqlExecutor, purpose: SigningKeyPurpose, aheadSeconds: number): Promise<SigningKeyRow> {
    const { privateJwk, publicJwk } = generateSigningJwk('ES256');
    const sealed = seal(this.sealingKey, JSON.stringify(privateJwk), place(publicJwk.kid));
    const values = [publicJwk.kid, purpose, publicJwk.alg, sealed, publicJwk, aheadSeconds];
    return returnedRow(tx.rows<SigningKeyRow>(INSERT, values));
  }
}

interface Sealed {
  readonly sealedPrivate: string | null;
}

function withoutPrivate({
  kid,
  alg,
  status,
  activeFrom,
  retiredAt,
  publicJwk,
}: SigningKeyRow): SigningKeyRow {
  return { kid, alg, status, activeFrom, retiredAt, publicJwk };
}

/** Where a sealed private part belongs, so that it opens nowhere else. */
function place(kid: string): string {
  return `signing_key ${kid}`;
}
