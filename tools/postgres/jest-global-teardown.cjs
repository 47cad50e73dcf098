module.exports = async () => {
  await globalThis.__suretyPostgres?.stop();
};
