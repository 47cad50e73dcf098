const preset = require('../jest.preset.cjs');

/** The suites of src/scale-out ask replicas one by one: they run only where there are several (SURETY_STACK_REPLICAS). */
const oneReplica = process.env.SURETY_STACK_REPLICAS ? [] : ['/src/scale-out/'];

module.exports = {
  displayName: 'e2e',
  rootDir: __dirname,
  ...preset,
  setupFilesAfterEnv: ['<rootDir>/jest.timeout.cjs'],
  testPathIgnorePatterns: [...preset.testPathIgnorePatterns, ...oneReplica],
};
