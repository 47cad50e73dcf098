module.exports = { displayName: 'device-grant', rootDir: __dirname, ...require('../../jest.preset.cjs') };
