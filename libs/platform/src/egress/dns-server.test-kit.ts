import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A DNS server on loopback that counts its questions. */
export interface DnsServer {
  readonly address: string;
  readonly asked: string[];
  close(): void;
}

const HEADER_BYTES = 12;
const RECORD_A = 1;
const NAME_ERROR = 0x8183;
const NO_ERROR = 0x8180;

/** Serves IPv4 addresses by name; `silent` leaves a name without any answer, a name that is not there is NXDOMAIN. */
export async function dnsServer(
  names: Readonly<Record<string, readonly string[] | 'silent'>>,
): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    const known = names[name];
    if (known === 'silent') return;
    const addresses = type === RECORD_A ? (known ?? []) : [];
    const answer = Buffer.from(question.subarray(0, end));
    answer.writeUInt16BE(known ? NO_ERROR : NAME_ERROR, 2);
    answer.writeUInt16BE(addresses.length, 6);
    answer.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([answer, ...addresses.map(addressRecord)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, asked, close: () => void socket.close() };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** An A record that points back to the name in the question, with a lifetime of a second. */
function addressRecord(address: string): Buffer {
  return Buffer.from([
    0xc0,
    HEADER_BYTES,
    0,
    RECORD_A,
    0,
    1,
    0,
    0,
    0,
    1,
    0,
    4,
    ...address.split('.').map(Number),
  ]);
}
