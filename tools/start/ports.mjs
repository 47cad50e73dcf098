import net from 'node:net';

/** A port that a service needs is taken. */
export class PortTaken extends Error {
  /** @param {number} port @param {string} service */
  constructor(port, service) {
    super(
      `Port ${port}, which ${service} needs, is in use. Stop what listens there, or choose other ports: npm start -- --port-base N`,
    );
  }
}

/**
 * Whether a port can be listened on at one address; an address this machine does not have counts as free.
 * @param {number} port @param {string} host
 * @returns {Promise<boolean>}
 */
function isFreeAt(port, host) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(true);
      else if (error.code === 'EADDRINUSE') resolve(false);
      else if (error.code === 'EACCES')
        reject(new Error(`Port ${port} may not be used by this user. Choose another with --port-base N.`));
      else reject(error);
    });
    server.listen({ port, host, ipv6Only: host === '::1' }, () => server.close(() => resolve(true)));
  });
}

/** Whether a port is free on both loopback addresses. @param {number} port */
export async function isFree(port) {
  return (await isFreeAt(port, '127.0.0.1')) && (await isFreeAt(port, '::1'));
}

/**
 * @param {readonly { port: number, service: string }[]} needed
 * @throws {PortTaken} for the first that is not free
 */
export async function requireFreePorts(needed) {
  for (const { port, service } of needed) {
    if (!(await isFree(port))) throw new PortTaken(port, service);
  }
}

/** A port base whose seven ports are free at this moment; for tests. @returns {Promise<number>} */
export async function freePortBase() {
  for (let tries = 0; tries < 100; tries += 1) {
    const base = 20_000 + 10 * Math.floor(Math.random() * 1_200);
    const offsets = [0, 1, 2, 3, 4, 5, 6];
    const free = await Promise.all(offsets.map(offset => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error('No seven free ports in a row were found between 20000 and 32000.');
}
