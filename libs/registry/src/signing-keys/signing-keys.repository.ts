import type { KeyObject } from 'node:crypto';
import { invariant } from '@surety/kernel';
import { Sql, type SqlExecutor } from '@surety/platform';
import {
  type PublicSigningJwk,
  generateSigningJwk,
  privateKeyOf,
  publicPart,
  seal,
  unseal,
} from '@surety/tokens';
import type { AuditEntry } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit-log.repository';
import type { SigningKeyPurpose } from '../entities';
import { FORGET_PRIVATE, INSERT, LIST, LOCK } from './signing-keys.statements';

/** A key by the database clock: published ahead, signing, or kept for those who verify old signatures. */
export type SigningKeyStatus = 'next' | 'active' | 'retired';

/** A signing key without its private part. */
export interface SigningKeyRow {
  readonly kid: string;
  readonly alg: string;
  readonly status: SigningKeyStatus;
  readonly activeFrom: Date;
  /** When its successor began to sign. */
  readonly retiredAt: Date | null;
  readonly createdAt: Date;
  /** As a key set publishes it: no member but those of a public key, in one order (PACT wire 5.3). */
  readonly publicJwk: PublicSigningJwk;
}

interface StoredKey extends SigningKeyRow {
  readonly sealedPrivate: string | null;
}

/** The key that signs at the moment. */
export interface ActiveSigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** A next key is published this long before it signs: twice the max-age of the published key set (P24). */
const PUBLISHED_AHEAD_SECONDS = 10 * 60;
/** Retired keys stay published until everything they signed is this old (P24). */
const PUBLISHED_AFTER_MS = 13 * 31 * 24 * 60 * 60 * 1000;
/** How long this process signs with what it has read; far below the time a next key is published ahead. */
const REMEMBERED_MS = 30_000;

/** Signing keys of the deployment, private parts sealed at rest (P24). */
export class SigningKeys {
  private readonly signing = new Map<
    SigningKeyPurpose,
    { untilMs: number; key: Promise<ActiveSigningKey> }
  >();

  /** In: the 32-byte key that seals private parts, derived from the deployment key for this purpose. */
  constructor(
    private readonly sql: Sql,
    private readonly sealingKey: Uint8Array,
  ) {}

  /** Makes the first key where there is none; it signs at once. Any number of starters may call it at once. */
  async ensure(purpose: SigningKeyPurpose): Promise<void> {
    await this.sql.transaction(async tx => {
      await tx.rows(LOCK, [purpose]);
      if ((await stored(tx, purpose)).length === 0) await this.insert(tx, purpose, 0);
    });
  }

  /** Every key, newest first. */
  async list(purpose: SigningKeyPurpose): Promise<SigningKeyRow[]> {
    return (await stored(this.sql, purpose)).map(publicRow);
  }

  /** The keys of the published set: next, active, and retired ones whose signatures may still be verified. */
  async published(purpose: SigningKeyPurpose): Promise<SigningKeyRow[]> {
    const since = Date.now() - PUBLISHED_AFTER_MS;
    return (await this.list(purpose)).filter(
      ({ retiredAt }) => retiredAt === null || retiredAt.getTime() > since,
    );
  }

  /** The key that signs now, remembered for 30 seconds. Throws InvariantViolation when there is none. */
  active(purpose: SigningKeyPurpose): Promise<ActiveSigningKey> {
    const known = this.signing.get(purpose);
    if (known && known.untilMs > performance.now()) return known.key;
    const key = this.readActive(purpose);
    this.signing.set(purpose, { untilMs: performance.now() + REMEMBERED_MS, key });
    key.catch(() => this.signing.delete(purpose));
    return key;
  }

  /**
   * Publishes the next key, which signs ten minutes later; the one before is retired then. A rotation while a next key
   * waits gives that key again and changes nothing. Out: the next key.
   */
  rotate(purpose: SigningKeyPurpose, audit: (made: SigningKeyRow) => AuditEntry): Promise<SigningKeyRow> {
    return this.sql.transaction(async tx => {
      await tx.rows(LOCK, [purpose]);
      const keys = await stored(tx, purpose);
      const waiting = keys.find(({ status }) => status === 'next');
      if (waiting) return publicRow(waiting);
      const retired = keys.filter(({ status }) => status === 'retired').map(({ kid }) => kid);
      await tx.affected(FORGET_PRIVATE, [retired]);
      const kid = await this.insert(tx, purpose, keys.length === 0 ? 0 : PUBLISHED_AHEAD_SECONDS);
      const made = (await stored(tx, purpose)).find(key => key.kid === kid);
      invariant(made !== undefined, 'a key that was just inserted is there');
      await recordAudit(tx, audit(publicRow(made)));
      return publicRow(made);
    });
  }

  private async insert(tx: SqlExecutor, purpose: SigningKeyPurpose, inSeconds: number): Promise<string> {
    const { privateJwk, publicJwk } = generateSigningJwk('ES256');
    const sealed = seal(this.sealingKey, JSON.stringify(privateJwk), place(privateJwk.kid));
    const values = [privateJwk.kid, purpose, 'ES256', sealed, JSON.stringify(publicJwk), inSeconds];
    await tx.affected(INSERT, values);
    return privateJwk.kid;
  }

  private async readActive(purpose: SigningKeyPurpose): Promise<ActiveSigningKey> {
    const key = (await stored(this.sql, purpose)).find(({ status }) => status === 'active');
    invariant(key?.sealedPrivate != null, `there is no ${purpose} key`);
    const jwk = unseal(this.sealingKey, key.sealedPrivate, place(key.kid)).toString('utf8');
    return { kid: key.kid, key: privateKeyOf(JSON.parse(jwk)) };
  }
}

function stored(executor: SqlExecutor, purpose: SigningKeyPurpose): Promise<StoredKey[]> {
  return executor.rows<StoredKey>(LIST, [purpose]);
}

function publicRow(key: StoredKey): SigningKeyRow {
  const { kid, alg, status, activeFrom, retiredAt, createdAt, publicJwk } = key;
  return { kid, alg, status, activeFrom, retiredAt, createdAt, publicJwk: publicPart({ ...publicJwk }) };
}

/** Where a sealed private part belongs, so that it does not open in another row. */
function place(kid: string): string {
  return `signing_key.sealed_private ${kid}`;
}
