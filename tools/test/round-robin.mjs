import net from 'node:net';

/**
 * A proxy before several replicas: each connection goes to the next of them, byte for byte.
 */
export class RoundRobin {
  /** @type {number[]} ports of the replicas; while there is none, connections are closed */
  targets = [];
  #next = 0;
  /** @type {Set<net.Socket>} */
  #sockets = new Set();
  #server = net.createServer(client => this.#join(client));

  /** Listens at a port of both loopback addresses. @param {number} port */
  async listen(port) {
    await new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, host: '::', ipv6Only: false }, () => resolve(undefined));
    });
  }

  /** @param {net.Socket} client */
  #join(client) {
    const port = this.targets[this.#next % this.targets.length];
    this.#next += 1;
    if (port === undefined) {
      client.destroy();
      return;
    }
    const replica = net.connect({ port, host: '127.0.0.1' });
    for (const [one, other] of /** @type {const} */ ([
      [client, replica],
      [replica, client],
    ])) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroySoon();
      });
      one.pipe(other);
    }
  }

  /** Lets go of every connection. */
  async close() {
    const closed = new Promise(resolve => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
