module.exports = { displayName: 'e2e', rootDir: __dirname, ...require('../jest.preset.cjs') };
