module.exports = { displayName: 'client', rootDir: __dirname, ...require('../../jest.preset.cjs') };
