module.exports = async () => {
  const server = Reflect.get(globalThis, 'suretyThrowawayPostgres');
  await server?.stop();
};
