/** Whether a row of `delegation_grant` counts now (P19), by the database clock. In: the alias of the table with its dot, if it has one. */
export const liveGrant = (alias = ''): string =>
  `${alias}revoked_at IS NULL AND ${alias}ends_at > clock_timestamp()`;
