import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DnsServer, dnsServer } from './dns-server.test-kit';
import { EgressClient } from './egress-client';
import { nameResolver } from './name-resolver';

let server: DnsServer;
let folder: string;
let hostsFile: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surety-hosts-'));
  hostsFile = join(folder, 'hosts');
  writeFileSync(
    hostsFile,
    '127.0.0.1 box # a.example\n10.0.0.7\tHost.Example\r\nfd00::7 host.example x\nnot-an-address y\n',
  );
  const slow = Array.from({ length: 16 }, (_, index) => [`slow${index}.example`, 'silent'] as const);
  server = await dnsServer({
    'a.example': ['192.0.2.1', '192.0.2.2'],
    'inside.example': ['169.254.169.254'],
    'empty.example': [],
    'host.example': ['192.0.2.9'],
    ...Object.fromEntries(slow),
  });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const resolver = () => nameResolver({ hostsFile, servers: [server.address] });

describe('nameResolver', () => {
  it('gives all addresses of a name', async () => {
    expect(await resolver()('a.example')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
    ]);
  });

  it.each([
    ['192.0.2.7', 4],
    ['2001:db8::7', 6],
  ])('takes the address %s as it stands, and asks nobody', async (address, family) => {
    const asked = server.asked.length;
    expect(await resolver()(address)).toEqual([{ address, family }]);
    expect(server.asked).toHaveLength(asked);
  });

  it('asks the hosts file first, in any case and with a dot at the end', async () => {
    const both = [
      { address: '10.0.0.7', family: 4 },
      { address: 'fd00::7', family: 6 },
    ];
    expect(await resolver()('host.example')).toEqual(both);
    expect(await resolver()('HOST.example.')).toEqual(both);
  });

  it('RFC 6761 6.3: never asks DNS for localhost, named in the hosts file or not', async () => {
    const asked = server.asked.length;
    for (const file of [hostsFile, join(folder, 'none')]) {
      const found = await nameResolver({ hostsFile: file, servers: [server.address] })('localhost');
      expect(found).toContainEqual({ address: '127.0.0.1', family: 4 });
    }
    expect(server.asked).toHaveLength(asked);
  });

  it('rejects a name that does not exist or has no address', async () => {
    await expect(resolver()('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolver()('empty.example')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('shares a question among those who ask at the same time', async () => {
    const asked = server.asked.length;
    const resolve = resolver();
    await Promise.all(Array.from({ length: 10 }, () => resolve('a.example')));
    expect(server.asked.slice(asked)).toEqual(['a.example', 'a.example']);
  });

  it('P25: names that never answer do not delay another one', async () => {
    const client = new EgressClient({ allowLoopbackHttp: false, allowCidrs: [] }, resolver());
    const fetch = (host: string) =>
      client.fetch(`https://${host}/`, { timeoutMs: 2_000, maxBytes: 1 }).catch((error: unknown) => error);
    const slow = Array.from({ length: 16 }, (_, index) => fetch(`slow${index}.example`));
    const startMs = performance.now();
    expect(await fetch('inside.example')).toMatchObject({ code: 'private_address' });
    expect(performance.now() - startMs).toBeLessThan(1_000);
    for (const outcome of await Promise.all(slow))
      expect(outcome).toMatchObject({ code: expect.stringMatching(/^(timeout|unresolved)$/) });
    client.close();
  });
});
