module.exports = { displayName: 'kernel', rootDir: __dirname, ...require('../../jest.preset.cjs') };
