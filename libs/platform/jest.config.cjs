module.exports = { displayName: 'platform', rootDir: __dirname, ...require('../../jest.preset.cjs') };
