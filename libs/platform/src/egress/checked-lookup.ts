import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { EgressRules } from './egress-policy';
import type { ResolveAll } from './name-resolver';

/** The policy refused what a name resolved to. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/** A name without any address, or one that could not be asked. */
export class UnresolvedName extends Error {
  override readonly name = 'UnresolvedName';
}

/**
 * The addresses of `host`, every one admitted by the rules. One refused address refuses the name as a whole, since a
 * name that mixes public and private addresses is how rebinding starts. Throws {@link RefusedAddress} or
 * {@link UnresolvedName}.
 */
export async function admittedAddresses(
  rules: EgressRules,
  resolveAll: ResolveAll,
  host: string,
): Promise<LookupAddress[]> {
  const addresses = await resolveAll(host).catch((cause: unknown) => {
    throw new UnresolvedName(`${host} does not resolve`, { cause });
  });
  if (addresses.length === 0) throw new UnresolvedName(`${host} has no address`);
  for (const { address } of addresses) {
    const refusal = rules.judgeAddress(host, address);
    if (refusal) throw new RefusedAddress(`${host}: ${refusal.message}`);
  }
  return addresses;
}

/** A `lookup` for sockets: what is checked is what is connected to, so that a second DNS answer changes nothing. */
export function checkedLookup(rules: EgressRules, resolveAll: ResolveAll): LookupFunction {
  return (host, options, callback) => {
    admittedAddresses(rules, resolveAll, host).then(
      addresses => {
        const [first] = addresses;
        if (options.all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}
