import type { StoredDeviceState } from '@surety/device-grant';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { identifier, instant, key } from './columns';

/** What a user code is for: a device authorization, the wider scopes of a step-up, or the list of connected agents. */
export type DeviceRequestKind = 'device' | 'step_up' | 'manage';

/** A request that waits under a user code for its User (RFC 8628, P17). */
@Entity('device_request')
@Index('device_request__user_code', ['brandId', 'userCode'], { unique: true })
@Index('device_request__code', ['deviceCodeHash'], { unique: true, where: '"device_code_hash" IS NOT NULL' })
@Index('device_request__personal_agent_id', ['personalAgentId', 'sub', 'brandId', 'createdAt'])
@Check('device_request__kind', `"kind" IN ('device', 'step_up', 'manage')`)
@Check('device_request__state', `"state" IN ('pending', 'approved', 'denied', 'consumed')`)
@Check('device_request__device_code_hash', `("kind" = 'device') = ("device_code_hash" IS NOT NULL)`)
@Check(
  'device_request__holder',
  `("kind" = 'manage') = ("personal_agent_id" IS NULL) AND ("kind" = 'manage') = ("sub" IS NULL)`,
)
export class DeviceRequestEntity {
  @PrimaryColumn(key('id', 'device_request__pkey'))
  id: string;

  @Column(identifier('brand_id'))
  brandId: string;

  @Column({ name: 'kind', type: 'text' })
  kind: DeviceRequestKind;

  /** Null of a manage code, like the sub. */
  @Column(identifier('personal_agent_id', { nullable: true }))
  personalAgentId: string | null;

  @Column(identifier('sub', { nullable: true }))
  sub: string | null;

  /** Null where nobody gets a device code. */
  @Column(identifier('device_code_hash', { nullable: true }))
  deviceCodeHash: string | null;

  /** The stored form, without the dash. */
  @Column(identifier('user_code'))
  userCode: string;

  @Column({ name: 'scopes', type: 'text', array: true })
  scopes: string[];

  @Column({ name: 'state', type: 'text' })
  state: StoredDeviceState;

  @Column(instant('expires_at'))
  expiresAt: Date;

  /** The pace of its polls; counts for a device code only. */
  @Column({ name: 'interval_seconds', type: 'integer', default: 5 })
  intervalSeconds: number;

  /** When the last poll that was not early came. */
  @Column(instant('accepted_at', { nullable: true }))
  acceptedAt: Date | null;

  /** The grant that an approval made or widened. */
  @Column(identifier('grant_id', { nullable: true }))
  grantId: string | null;

  @Column(instant('decided_at', { nullable: true }))
  decidedAt: Date | null;

  @Column(instant('created_at', { default: () => 'now()' }))
  createdAt: Date;
}
