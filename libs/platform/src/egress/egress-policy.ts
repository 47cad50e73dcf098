import { isIP } from 'node:net';
import { type Result, err, isLoopbackHost, ok } from '@surety/kernel';
import { CidrSet } from '../network/cidr-set';
import { isLoopback, nonPublicClass } from './address-class';
import type { AddressFault } from './egress-error';

/** What an operator lets through beyond public https addresses (P25). */
export interface EgressPolicy {
  /** Plain http, and https, to 127.0.0.0/8, ::1 and localhost. */
  readonly allowLoopbackHttp: boolean;
  /** CIDRs whose addresses may be connected to although they are not public; over https only. */
  readonly allowCidrs: readonly string[];
}

/** Why the policy refuses an address or URL; the message is for operators. */
export interface PolicyRefusal {
  readonly code: Exclude<AddressFault, 'unresolved'>;
  readonly message: string;
}

const URL_CHARACTERS_MAX = 4096;

/**
 * The one place that says which URLs and addresses may be asked (P25). Pure: names are resolved elsewhere, and every
 * address that they resolve to comes back to {@link EgressRules.judgeAddress}.
 */
export class EgressRules {
  private readonly admitted: CidrSet;

  constructor(private readonly policy: EgressPolicy) {
    this.admitted = new CidrSet(policy.allowCidrs);
  }

  /**
   * Judges a URL as far as it can be told without asking DNS. Out: the parsed URL, in which every spelling of an IPv4
   * address (octal, hexadecimal, short, one number) has become the dotted form.
   */
  judgeUrl(text: string): Result<URL, PolicyRefusal> {
    if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text)) return refuse('bad_url', 'not a URL');
    const url = new URL(text);
    if (url.username || url.password) return refuse('bad_url', 'a URL must not hold credentials');
    if (url.protocol === 'http:' && !this.admitsLoopback(hostOf(url))) {
      return refuse('not_https', 'plain http is admitted to loopback only, and only by a setting');
    }
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('not_https', 'not an https URL');
    if (isIP(hostOf(url)) === 0) return ok(url);
    const refusal = this.judgeAddress(hostOf(url), hostOf(url));
    return refusal ? err(refusal) : ok(url);
  }

  /** Judges one address that `host`, a name or an IP literal, stands for; undefined = it may be connected to. */
  judgeAddress(host: string, address: string): PolicyRefusal | undefined {
    if (this.admitsLoopback(host)) {
      return isLoopback(address)
        ? undefined
        : refusal(`${host} resolves to ${address}, which is not loopback`);
    }
    if (this.admitted.has(address)) return undefined;
    const reason = nonPublicClass(address);
    return reason ? refusal(`${address} is not public (${reason})`) : undefined;
  }

  private admitsLoopback(host: string): boolean {
    return this.policy.allowLoopbackHttp && isLoopbackHost(host);
  }
}

/** The host of a URL as a resolver or a socket takes it: without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function refusal(message: string): PolicyRefusal {
  return { code: 'private_address', message };
}

function refuse(code: PolicyRefusal['code'], message: string): Result<never, PolicyRefusal> {
  return err({ code, message });
}
