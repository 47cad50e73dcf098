module.exports = { displayName: 'a2a', rootDir: __dirname, ...require('../../jest.preset.cjs') };
