import { type AddressInfo, type Server, createServer, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What `listen` says about an address whose family the machine does not have. */
const NO_SUCH_FAMILY = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** The open sockets of an app, and the origins under which they answer. */
export interface Listening {
  readonly origins: readonly string[];
  /** Accepts no further connection; those that are open live on. */
  stopAccepting(): void;
}

/**
 * Listens on every address at one port, port 0 = a free one. One HTTP server serves all connections, so that timeouts
 * and draining hold for all. An IPv6 address beside others is left out on a machine without IPv6. Throws what the system
 * says about an address that is in use or not ours.
 */
export async function listenOn(
  server: FastifyInstance,
  addresses: readonly string[],
  port: number,
): Promise<Listening> {
  const [first = '127.0.0.1', ...others] = [...addresses].sort(
    (a, b) => Number(isIPv6(a)) - Number(isIPv6(b)),
  );
  await server.listen({ host: first, port });
  const bound = (server.server.address() as AddressInfo).port;
  const doors: Server[] = [];
  const origins = [originOf(first, bound)];
  const stopAccepting = () => [server.server, ...doors].forEach(door => door.close());
  try {
    for (const address of others) {
      const door = await openDoor(server, address, bound);
      if (!door) continue;
      doors.push(door);
      origins.push(originOf(address, bound));
    }
  } catch (error) {
    stopAccepting();
    throw error;
  }
  return { origins, stopAccepting };
}

/** One more listening socket, whose connections the HTTP server takes over; undefined without that address family. */
function openDoor(server: FastifyInstance, host: string, port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const door = createServer({ allowHalfOpen: true, noDelay: true }, socket =>
      server.server.emit('connection', socket),
    );
    door.once('error', (error: NodeJS.ErrnoException) => {
      if (isIPv6(host) && NO_SUCH_FAMILY.has(error.code ?? '')) resolve(undefined);
      else reject(error);
    });
    door.listen({ host, port, ipv6Only: isIPv6(host) }, () => resolve(door));
  });
}

function originOf(address: string, port: number): string {
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
