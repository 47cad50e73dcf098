import type { Clock } from '@surety/kernel';
import type { DataSource } from 'typeorm';

/** What is opened before Nest exists and closed after it. */
export interface AdminParts {
  readonly dataSource: DataSource;
  /** 32 bytes. */
  readonly deploymentKey: Buffer;
  /** PEM of the key that admin tokens are verified with. */
  readonly adminKey: string;
  /** The origin of this API: `aud` of admin tokens. */
  readonly adminUrl: string;
  /** What personal agents sign for (P33). */
  readonly audience: string;
  readonly clock: Clock;
}
