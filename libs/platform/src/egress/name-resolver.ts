import { type LookupAddress, promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** All addresses of a host name. Rejects when it has none, or when nobody could be asked. */
export type ResolveAll = (host: string) => Promise<LookupAddress[]>;

/** Where names are looked up; the defaults are those of the machine. */
export interface NameSources {
  /** Its lines come before DNS, as for every program of the machine. */
  readonly hostsFile?: string;
  /** Servers to ask instead of those in resolv.conf, as `address:port`. */
  readonly servers?: readonly string[];
}

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
/**
 * The first try waits this long at most, less while the servers are quick, and each further one twice as long as the one before:
 * a name that a server has to look for has some seconds.
 */
const QUESTION = { timeout: 1_000, tries: 4 };
/** RFC 6761 6.3: this name never goes to DNS. */
const LOCALHOST: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves names by the hosts file and by DNS questions of our own. The resolver of the C library would hold a thread for each
 * name that is slow to answer, and there are two: two hosts that others registered could delay every other one (P25). Names
 * are asked for as they stand, without the search domains of the machine. Callers who ask for one name at a time share it.
 */
export function nameResolver({ hostsFile = HOSTS_FILE, servers }: NameSources = {}): ResolveAll {
  const resolver = new dns.Resolver(QUESTION);
  if (servers) resolver.setServers(servers);
  const asking = new Map<string, Promise<LookupAddress[]>>();
  const ask = async (host: string): Promise<LookupAddress[]> => {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const name = host.toLowerCase().replace(/\.$/, '');
    const known = addressesOf(name, await readHosts(hostsFile));
    if (known.length > 0) return known;
    return name === 'localhost' ? [...LOCALHOST] : askDns(resolver, host);
  };
  return host => {
    const pending = asking.get(host) ?? ask(host).finally(() => asking.delete(host));
    asking.set(host, pending);
    return pending;
  };
}

/** Both families at once; one that has no answer is none, as long as the other has one. */
async function askDns(resolver: dns.Resolver, host: string): Promise<LookupAddress[]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [
    ...(ipv4.status === 'fulfilled' ? ipv4.value : []).map(address => ({ address, family: 4 })),
    ...(ipv6.status === 'fulfilled' ? ipv6.value : []).map(address => ({ address, family: 6 })),
  ];
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  return addresses;
}

/** The text of the hosts file; a machine may have none. */
async function readHosts(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES') return '';
    throw error;
  });
}

/** The addresses that a hosts file gives a name: on each line an address, then its names, then perhaps a remark. */
function addressesOf(name: string, hosts: string): LookupAddress[] {
  return hosts.split('\n').flatMap(line => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.some(each => each.toLowerCase() === name) ? [{ address, family }] : [];
  });
}
