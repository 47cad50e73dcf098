/** One throwaway PostgreSQL for the whole Jest run, unless SURETY_TEST_DATABASE_URL names a server. */
module.exports = async () => {
  if (process.env.SURETY_TEST_DATABASE_URL) return;
  const { startThrowawayPostgres } = await import('./throwaway.mjs');
  const server = await startThrowawayPostgres();
  Object.assign(globalThis, { suretyThrowawayPostgres: server });
  process.env.SURETY_TEST_DATABASE_URL = server.url;
};
