import { invariant } from '@surety/kernel';
import { Sql, statement } from '@surety/platform';
import type { DataSource } from 'typeorm';

/** What names this deployment. */
export interface DeploymentRow {
  /** The `aud` that every personal agent signs for (P33). */
  readonly audience: string;
}

const READ = statement('registry_deployment_read', 'SELECT audience FROM deployment');

/** The one row that the first migration made. Throws InvariantViolation on a database that was not migrated. */
export async function deployment(dataSource: DataSource): Promise<DeploymentRow> {
  const [row] = await new Sql(dataSource).rows<DeploymentRow>(READ);
  invariant(row !== undefined, 'the database has no deployment row');
  return row;
}
