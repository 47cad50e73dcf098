/** One Jest run for the whole workspace; specs say by suffix what they need: `.spec.ts` nothing, `.pg.spec.ts` PostgreSQL, e2e a running stack. */
module.exports = {
  globalSetup: '<rootDir>/tools/postgres/jest-global-setup.cjs',
  globalTeardown: '<rootDir>/tools/postgres/jest-global-teardown.cjs',
  projects: [
    '<rootDir>/libs/*/jest.config.cjs',
    '<rootDir>/apps/*/jest.config.cjs',
    '<rootDir>/e2e/jest.config.cjs',
    '<rootDir>/bench/jest.config.cjs',
  ],
};
