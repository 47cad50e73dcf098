module.exports = { displayName: 'admin-api', rootDir: __dirname, ...require('../../jest.preset.cjs') };
