import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { instant, key } from './columns';

/** What a key signs; keys of tokens come with delegation. */
export type SigningKeyPurpose = 'webhook';

/**
 * A signing key of the deployment (P24). Its status is not stored but follows from `active_from` and the clock: the
 * newest key that has begun signs, a later one is published ahead of time, older ones are retired.
 */
@Entity('signing_key')
@Index('signing_key__purpose_active_from', ['purpose', 'activeFrom'])
@Check('signing_key__purpose', `"purpose" IN ('webhook')`)
export class SigningKeyEntity {
  /** RFC 7638 thumbprint of the public part. */
  @PrimaryColumn(key('kid', 'signing_key__pkey'))
  kid: string;

  @Column({ name: 'purpose', type: 'text' })
  purpose: SigningKeyPurpose;

  @Column({ name: 'alg', type: 'text' })
  alg: string;

  /** Sealed with the deployment key; null once the key is retired, since nobody needs it any more. */
  @Column({ name: 'sealed_private', type: 'text', nullable: true })
  sealedPrivate: string | null;

  @Column({ name: 'public_jwk', type: 'jsonb' })
  publicJwk: Readonly<Record<string, unknown>>;

  @Column(instant('active_from'))
  activeFrom: Date;

  @Column(instant('created_at', { default: () => 'now()' }))
  createdAt: Date;
}
