module.exports = { displayName: 'agents', rootDir: __dirname, ...require('../../jest.preset.cjs') };
