import { connect } from 'node:net';

/** Sends bytes as they are over a fresh connection and returns everything that comes back until it ends. */
export function rawRequest(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no end after ${received}`)));
    socket.on('data', chunk => (received += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
