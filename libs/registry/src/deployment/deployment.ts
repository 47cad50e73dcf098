import { Sql, statement } from '@surety/platform';
import { invariant } from '@surety/kernel';
import type { DataSource } from 'typeorm';

const READ = statement(
  'deployment_read',
  'SELECT audience, created_at AS "createdAt" FROM deployment WHERE singleton',
);

/** What the database says of the deployment that it belongs to. */
export interface DeploymentRow {
  /** The `aud` of every personal-agent JWT (P33): opaque, random, made by the first migration. */
  readonly audience: string;
  readonly createdAt: Date;
}

/** The deployment's one row. Throws InvariantViolation on a database that was never migrated to it. */
export async function deployment(dataSource: DataSource): Promise<DeploymentRow> {
  const [row] = await new Sql(dataSource).rows<DeploymentRow>(READ);
  invariant(row !== undefined, 'the deployment has no row');
  return row;
}
