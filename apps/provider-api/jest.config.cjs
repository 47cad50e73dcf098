module.exports = { displayName: 'provider-api', rootDir: __dirname, ...require('../../jest.preset.cjs') };
