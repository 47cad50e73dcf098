import { Agent as HttpAgent, type AgentOptions, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { OnApplicationShutdown } from '@nestjs/common';
import { type Result, err, ok } from '@surety/kernel';
import { UnresolvedName, admittedAddresses, checkedLookup } from './checked-lookup';
import { type AddressRefusal, EgressError } from './egress-error';
import { type EgressPolicy, EgressRules, hostOf } from './egress-policy';
import { exchange } from './exchange';
import { type ResolveAll, nameResolver } from './name-resolver';

/** One request; times are milliseconds, sizes bytes. */
export interface EgressRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** For everything together: DNS, connection, TLS, request and the whole answer. */
  readonly timeoutMs: number;
  /** The answer's body at most. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /**
   * Whether the request needs a connection that no other request has used. One that was kept may be closing while we write,
   * which leaves it unknown whether the request arrived (RFC 9110 9.2.2).
   */
  readonly ownConnection?: boolean;
  /** Whether a safe request is left alone that met a dead kept connection, since the caller counts its attempts itself. */
  readonly once?: boolean;
}

/** An answer, read whole; never a redirect. */
export interface EgressAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface AgentPair {
  readonly 'http:': HttpAgent;
  readonly 'https:': HttpsAgent;
}

/** How long a name may take to resolve when an address is registered. */
const CHECK_TIMEOUT_MS = 5_000;
/** Below the 5 s after which common servers close an idle connection: a request must not meet the closing. */
const IDLE_SOCKET_MS = 4_000;
const IDLE_SOCKETS_PER_ORIGIN = 8;
const KEPT: AgentOptions = {
  keepAlive: true,
  timeout: IDLE_SOCKET_MS,
  maxFreeSockets: IDLE_SOCKETS_PER_ORIGIN,
  scheduling: 'lifo',
};

/**
 * The one way out of this process to addresses that others chose (P25): JWKS, discovery, webhooks, tools. Follows no
 * redirect, uses no proxy of the environment, keeps connections per origin and checks each address when it connects.
 */
export class EgressClient implements OnApplicationShutdown {
  private readonly rules: EgressRules;
  private readonly kept: AgentPair;
  private readonly single: AgentPair;

  /** In: the operator's policy; `resolveAll` stands in for the hosts file and DNS. */
  constructor(
    policy: EgressPolicy,
    private readonly resolveAll: ResolveAll = nameResolver(),
  ) {
    this.rules = new EgressRules(policy);
    const lookup = checkedLookup(this.rules, resolveAll);
    this.kept = agentPair({ ...KEPT, lookup } as AgentOptions);
    this.single = agentPair({ lookup } as AgentOptions);
  }

  /** Sends one request and reads its answer. Throws {@link EgressError} and nothing else. */
  async fetch(address: string, request: EgressRequest): Promise<EgressAnswer> {
    const judged = this.rules.judgeUrl(address);
    if (!judged.ok) throw new EgressError(judged.error.code, judged.error.message, false);
    const url = judged.value;
    const agents = request.ownConnection === true ? this.single : this.kept;
    return exchange(url, request, url.protocol === 'http:' ? agents['http:'] : agents['https:']);
  }

  /**
   * Judges an address at registration, without connecting to it: the same rules as at connect time, DNS included. A name
   * that does not resolve yet is a warning; the check at connect time still stands.
   */
  async check(address: string): Promise<Result<void, AddressRefusal>> {
    const judged = this.rules.judgeUrl(address);
    if (!judged.ok) return err({ kind: 'refusal', ...judged.error });
    try {
      await withinTime(admittedAddresses(this.rules, this.resolveAll, hostOf(judged.value)));
      return ok(undefined);
    } catch (error) {
      const { message } = error as Error;
      return error instanceof UnresolvedName
        ? err({ kind: 'warning', code: 'unresolved', message })
        : err({ kind: 'refusal', code: 'private_address', message });
    }
  }

  /** Last of all, since work that outlives its caller may still wait for an answer. */
  onApplicationShutdown(): void {
    this.close();
  }

  /** Closes every kept connection; requests in flight fail. */
  close(): void {
    for (const agents of [this.kept, this.single]) {
      agents['http:'].destroy();
      agents['https:'].destroy();
    }
  }
}

function agentPair(options: AgentOptions): AgentPair {
  return { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
}

/** Ends a look-up that takes too long as one without an answer. */
async function withinTime<T>(looking: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new UnresolvedName('the name did not resolve in time')),
      CHECK_TIMEOUT_MS,
    );
  });
  return Promise.race([looking, late]).finally(() => clearTimeout(timer));
}
