/**
 * Loaded before an app: when the launcher is gone, even by kill -9, the app stops as if it had been asked to, so that
 * nothing keeps the ports and the database. An app started by itself has no launcher and is left alone.
 */
const lastResortMs = 20_000;

if (process.channel !== undefined) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), lastResortMs).unref();
  });
  process.channel.unref();
}
