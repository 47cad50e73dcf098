module.exports = { displayName: 'sandbox', rootDir: __dirname, ...require('../../jest.preset.cjs') };
