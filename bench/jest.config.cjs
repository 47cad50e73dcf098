module.exports = { displayName: 'bench', rootDir: __dirname, ...require('../jest.preset.cjs') };
