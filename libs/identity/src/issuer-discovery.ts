import { type Clock, type Result, err } from '@surety/kernel';
import { LRUCache } from 'lru-cache';
import type { IdentityObserver } from './identity-observer';
import { type Egress, fetchText } from './jwks-fetch';
import { LookupBudget } from './lookup-budget';
import { discoveryUrl, judgeOpenIssuer, readDiscovery } from './open-issuer';

const MINUTE_MS = 60_000;
const FAILURE_KEPT_MS = 5 * MINUTE_MS;
const SUCCESS_KEPT_MS = 10 * MINUTE_MS;
const ISSUERS_MAX = 2_000;

export interface IssuerDiscoveryOptions {
  readonly egress: Egress;
  readonly clock: Clock;
  readonly observer: IdentityObserver;
  readonly allowLoopbackHttp: boolean;
}

interface Finding {
  readonly jwksUri: Result<string, string>;
  readonly untilMs: number;
}

/**
 * Finds the key sets of issuers nobody registered (P34). A failure is remembered for 5 minutes, a success for 10, and tokens of
 * one issuer share a look-up; each source has a budget. Nothing is stored outside this process.
 */
export class IssuerDiscovery {
  private readonly findings = new LRUCache<string, Finding>({ max: ISSUERS_MAX });
  private readonly running = new Map<string, Promise<Result<string, string>>>();
  private readonly budget = new LookupBudget();

  constructor(private readonly options: IssuerDiscoveryOptions) {}

  /**
   * The `jwks_uri` of an unknown issuer, or why there is none. In: `source`, the address the request came from. Rejects only
   * with a fault of our own.
   */
  async jwksUriOf(issuer: string, source: string): Promise<Result<string, string>> {
    const judged = judgeOpenIssuer(issuer, this.options.allowLoopbackHttp);
    if (!judged.ok) return judged;
    const nowMs = this.options.clock.nowMs();
    const found = this.findings.get(issuer);
    if (found && nowMs < found.untilMs) return found.jwksUri;
    const running = this.running.get(issuer);
    if (running) return running;
    if (this.budget.take(source, nowMs)) return this.start(issuer);
    this.options.observer.discovery('over_budget');
    return err('too many unknown issuers');
  }

  private start(issuer: string): Promise<Result<string, string>> {
    const lookup = this.lookUp(issuer).finally(() => {
      this.running.delete(issuer);
      this.budget.done();
    });
    this.running.set(issuer, lookup);
    return lookup;
  }

  private async lookUp(issuer: string): Promise<Result<string, string>> {
    const { egress, clock, observer } = this.options;
    const text = await fetchText(egress, discoveryUrl(issuer));
    const jwksUri = text.ok ? readDiscovery(text.value, issuer) : text;
    observer.discovery(jwksUri.ok ? 'good' : 'failed');
    const keptMs = jwksUri.ok ? SUCCESS_KEPT_MS : FAILURE_KEPT_MS;
    this.findings.set(issuer, { jwksUri, untilMs: clock.nowMs() + keptMs });
    return jwksUri;
  }
}
