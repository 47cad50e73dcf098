module.exports = { displayName: 'identity', rootDir: __dirname, ...require('../../jest.preset.cjs') };
