import type { KeyObject } from 'node:crypto';
import { invariant } from '@surety/kernel';
import { Sql, type SqlExecutor } from '@surety/platform';
import { LRUCache } from 'lru-cache';
import {
  type PrivateSigningJwk,
  type PublicSigningJwk,
  type SignatureAlgorithm,
  generateSigningJwk,
  privateKeyOf,
  publicPart,
  seal,
  unseal,
} from '@surety/tokens';
import type { AuditEntry } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit-log.repository';
import { FORGET_PRIVATE, INSERT, LIST, LOCK } from './signing-keys.statements';

/** Whose key: of the deployment, for requests to webhooks and tools, or of one Brand, for its tokens and receipts. */
export type KeyOwner = 'webhook' | { readonly brandId: string };

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
  readonly isPublished: boolean;
}

/** The key that signs at the moment. */
export interface ActiveSigningKey {
  readonly kid: string;
  readonly key: KeyObject;
  /** The same with its private members, for whoever signs a JWS. */
  readonly jwk: PrivateSigningJwk;
}

/** A next key is published this long before it signs: twice the max-age of the published key set (P24). */
const PUBLISHED_AHEAD_SECONDS = 10 * 60;
/** How long this process signs with what it has read; far below the time a next key is published ahead. */
const REMEMBERED_MS = 30_000;
const REMEMBERED_MAX = 2_000;

/** Signing keys of the deployment and of Brands, private parts sealed at rest (P24). */
export class SigningKeys {
  private readonly signing = new LRUCache<string, Promise<ActiveSigningKey>>({
    max: REMEMBERED_MAX,
    ttl: REMEMBERED_MS,
  });

  /** In: the 32-byte key that seals private parts, derived from the deployment key for this purpose. */
  constructor(
    private readonly sql: Sql,
    private readonly sealingKey: Uint8Array,
  ) {}

  /** Makes the first key where there is none; it signs at once. Any number of starters may call it at once. */
  async ensure(owner: KeyOwner): Promise<void> {
    await this.sql.transaction(async tx => {
      await tx.rows(LOCK, columnsOf(owner));
      if ((await stored(tx, owner)).length === 0) await this.insert(tx, owner, 'ES256', 0);
    });
  }

  /** Every key, newest first. */
  async list(owner: KeyOwner): Promise<SigningKeyRow[]> {
    return (await stored(this.sql, owner)).map(publicRow);
  }

  /** The keys of the published set: next, active, and retired ones whose signatures may still be verified. */
  async published(owner: KeyOwner): Promise<SigningKeyRow[]> {
    return (await stored(this.sql, owner)).filter(({ isPublished }) => isPublished).map(publicRow);
  }

  /** The key that signs now, remembered for 30 seconds. Makes a Brand's first one; throws InvariantViolation without one for webhooks. */
  active(owner: KeyOwner): Promise<ActiveSigningKey> {
    const name = columnsOf(owner).join(' ');
    const known = this.signing.get(name);
    if (known) return known;
    const key = this.readActive(owner);
    this.signing.set(name, key);
    key.catch(() => this.signing.delete(name));
    return key;
  }

  /** The same as a private JWK, for whoever signs a JWS. */
  async activeJwk(owner: KeyOwner): Promise<PrivateSigningJwk> {
    return (await this.active(owner)).jwk;
  }

  /** Forgets which keys sign, because some key has changed. */
  forget(): void {
    this.signing.clear();
  }

  /**
   * Publishes the next key, which signs ten minutes later; the one before is retired then. A rotation while a next key
   * waits gives that key again and changes nothing. Out: the next key.
   */
  rotate(
    owner: KeyOwner,
    audit: (made: SigningKeyRow) => AuditEntry,
    alg: SignatureAlgorithm = 'ES256',
  ): Promise<SigningKeyRow> {
    return this.sql.transaction(async tx => {
      await tx.rows(LOCK, columnsOf(owner));
      const keys = await stored(tx, owner);
      const waiting = keys.find(({ status }) => status === 'next');
      if (waiting) return publicRow(waiting);
      const retired = keys.filter(({ status }) => status === 'retired').map(({ kid }) => kid);
      await tx.affected(FORGET_PRIVATE, [retired]);
      const kid = await this.insert(tx, owner, alg, keys.length === 0 ? 0 : PUBLISHED_AHEAD_SECONDS);
      const made = (await stored(tx, owner)).find(key => key.kid === kid);
      invariant(made !== undefined, 'a key that was just inserted is there');
      await recordAudit(tx, audit(publicRow(made)));
      return publicRow(made);
    });
  }

  private async insert(
    tx: SqlExecutor,
    owner: KeyOwner,
    alg: SignatureAlgorithm,
    inSeconds: number,
  ): Promise<string> {
    const { privateJwk, publicJwk } = generateSigningJwk(alg);
    const sealed = seal(this.sealingKey, JSON.stringify(privateJwk), place(privateJwk.kid));
    const values = [privateJwk.kid, ...columnsOf(owner), alg, sealed, JSON.stringify(publicJwk), inSeconds];
    await tx.affected(INSERT, values);
    return privateJwk.kid;
  }

  private async readActive(owner: KeyOwner): Promise<ActiveSigningKey> {
    let keys = await stored(this.sql, owner);
    if (keys.length === 0 && owner !== 'webhook') {
      await this.ensure(owner);
      keys = await stored(this.sql, owner);
    }
    const key = keys.find(({ status }) => status === 'active');
    invariant(key?.sealedPrivate != null, `there is no key of ${columnsOf(owner).join(' ')}`);
    const opened = unseal(this.sealingKey, key.sealedPrivate, place(key.kid)).toString('utf8');
    const jwk = JSON.parse(opened) as PrivateSigningJwk;
    return { kid: key.kid, key: privateKeyOf(jwk), jwk };
  }
}

function stored(executor: SqlExecutor, owner: KeyOwner): Promise<StoredKey[]> {
  return executor.rows<StoredKey>(LIST, columnsOf(owner));
}

/** Purpose and Brand. */
function columnsOf(owner: KeyOwner): [string, string | null] {
  return owner === 'webhook' ? ['webhook', null] : ['brand', owner.brandId];
}

function publicRow(key: StoredKey): SigningKeyRow {
  const { kid, alg, status, activeFrom, retiredAt, createdAt, publicJwk } = key;
  return { kid, alg, status, activeFrom, retiredAt, createdAt, publicJwk: publicPart({ ...publicJwk }) };
}

/** Where a sealed private part belongs, so that it does not open in another row. */
function place(kid: string): string {
  return `signing_key.sealed_private ${kid}`;
}
