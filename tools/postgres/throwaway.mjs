import { freePort, startPostgres } from './server.mjs';
import { temporaryDataFolder } from './temporary-folder.mjs';

/**
 * A real PostgreSQL without fsync whose data is gone when it stops: for tests. Its user is a superuser.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startThrowawayPostgres() {
  const { folder, remove } = await temporaryDataFolder();
  try {
    const server = await startPostgres({
      dataDir: folder,
      port: await freePort(),
      database: 'postgres',
      durable: false,
      connections: 200,
    });
    return { url: server.url, stop: () => server.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
