module.exports = { displayName: 'cli', rootDir: __dirname, ...require('../../jest.preset.cjs') };
