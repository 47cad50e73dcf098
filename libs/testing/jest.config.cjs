module.exports = { displayName: 'testing', rootDir: __dirname, ...require('../../jest.preset.cjs') };
