module.exports = {
  displayName: 'authorization-server',
  rootDir: __dirname,
  ...require('../../jest.preset.cjs'),
};
