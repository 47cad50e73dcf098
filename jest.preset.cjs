/** Settings that every project's jest.config.cjs spreads; ESM-only packages are transformed because Jest on Node 20 cannot require them. */
const esmOnlyPackages = ['jose', 'openid-client', 'oauth4webapi'];

module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  testPathIgnorePatterns: ['/dist/', '/node_modules/'],
  modulePathIgnorePatterns: ['/dist/'],
  transform: {
    '^.+\\.[tj]s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: 'es2022',
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnlyPackages.join('|')})/)`],
  moduleNameMapper: {
    '^@surety/(kernel|a2a|tokens|device-grant|platform|registry|identity|agents|client|testing)$': `${__dirname}/libs/$1/src/index.ts`,
  },
};
