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
    const both = [client, replica];
    both.forEach(socket => this.#sockets.add(socket));
    client.on('error', () => {}).on('close', () => replica.destroy());
    // What the replica said last still has to reach the client.
    replica.on('error', () => {}).on('close', () => client.resume().end());
    both.forEach(socket => socket.on('close', () => this.#sockets.delete(socket)));
    client.pipe(replica).pipe(client);
  }

  /** Lets go of every connection. */
  async close() {
    const closed = new Promise(resolve => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
