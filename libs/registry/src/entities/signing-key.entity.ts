import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { identifier, instant, key } from './columns';

/** What a key signs: requests to webhooks and tools, or the delegation tokens and receipts of one Brand. */
export type SigningKeyPurpose = 'webhook' | 'brand';

/**
 * A signing key of the deployment or of a Brand (P24). Its status is not stored but follows from `active_from` and the clock: the
 * newest key that has begun signs, a later one is published ahead of time, older ones are retired.
 */
@Entity('signing_key')
@Index('signing_key__purpose_active_from', ['purpose', 'brandId', 'activeFrom'])
@Check(
  'signing_key__purpose',
  `"purpose" IN ('webhook', 'brand') AND ("purpose" = 'brand') = ("brand_id" IS NOT NULL)`,
)
@Check('signing_key__alg', `"alg" IN ('ES256', 'RS256')`)
export class SigningKeyEntity {
  /** RFC 7638 thumbprint of the public part. */
  @PrimaryColumn(key('kid', 'signing_key__pkey'))
  kid: string;

  @Column({ name: 'purpose', type: 'text' })
  purpose: SigningKeyPurpose;

  /** Whose key it is; null of the deployment's own. */
  @Column(identifier('brand_id', { nullable: true }))
  brandId: string | null;

  @Column({ name: 'alg', type: 'text' })
  alg: 'ES256' | 'RS256';

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
