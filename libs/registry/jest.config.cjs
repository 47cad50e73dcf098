module.exports = { displayName: 'registry', rootDir: __dirname, ...require('../../jest.preset.cjs') };
