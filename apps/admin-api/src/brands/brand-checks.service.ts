import { brandAddresses } from '@surety/device-grant';
import { Inject, Injectable } from '@nestjs/common';
import type { StoredAgentConfig } from '@surety/agents';
import { type Clock, rfc3339 } from '@surety/kernel';
import { EgressClient, EgressError, Settings } from '@surety/platform';
import { type BrandDelegation, type BrandRow, offersDelegation } from '@surety/registry';
import { LRUCache } from 'lru-cache';
import { CLOCK } from '../clock.token';
import { delegationWarnings } from '../delegation/delegation.view';
import { JwksProbe } from '../personal-agents/jwks-probe';
import { agentAddress } from './agent-address';
import type { CheckView } from './brand.view';

const CARD_TIMEOUT_MS = 2_000;
const CARD_BYTES_MAX = 256 * 1024;
/** A checklist is looked at again after this time, so that a page that polls asks nobody twice. */
const REMEMBERED_MS = 15_000;
const REMEMBERED_BRANDS = 1_000;

type Finding = Omit<CheckView, 'code' | 'checkedAt'>;

const pass = (message: string): Finding => ({ ok: true, message });
const fail = (message: string): Finding => ({ ok: false, message });

/** The checklist before a Brand goes live: what can be seen from outside without talking to its agent. */
@Injectable()
export class BrandChecks {
  private readonly remembered = new LRUCache<string, Promise<CheckView[]>>({
    max: REMEMBERED_BRANDS,
    ttl: REMEMBERED_MS,
  });

  constructor(
    private readonly egress: EgressClient,
    private readonly jwks: JwksProbe,
    private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The checks of this version of a Brand; none for a closed one. */
  of(row: BrandRow): Promise<CheckView[]> {
    if (row.closedAt !== null) return Promise.resolve([]);
    const key = `${row.id} ${row.version}`;
    const known = this.remembered.get(key) ?? this.run(row);
    this.remembered.set(key, known, { noUpdateTTL: true });
    return known;
  }

  private async run(row: BrandRow): Promise<CheckView[]> {
    const found = await Promise.all([
      this.view('public_url_https', this.publicUrl()),
      this.view('agent_address', this.agentAddress(row.agent)),
      ...(row.domain === null ? [] : [this.view('domain_card', this.domainCard(row, row.domain))]),
      ...(row.delegation?.enabled ? this.delegationChecks(row, row.delegation) : []),
    ]);
    return found;
  }

  private async view(code: string, finding: Finding | Promise<Finding>): Promise<CheckView> {
    const { ok, message } = await finding;
    return { code, ok, message, checkedAt: rfc3339(this.clock.nowMs()) };
  }

  private delegationChecks(row: BrandRow, { loginUrl, keys }: BrandDelegation): Promise<CheckView>[] {
    return [
      this.view('delegation_offered', this.offer(row)),
      ...(loginUrl ? [this.view('login_address', this.loginAddress(loginUrl))] : []),
      ...(keys ? [this.view('login_keys', this.loginKeys(keys))] : []),
    ];
  }

  private offer(row: BrandRow): Finding {
    if (offersDelegation(row)) return pass('The card offers delegation.');
    return fail(delegationWarnings(row)[0]?.message ?? 'The card does not offer delegation yet.');
  }

  private async loginAddress(loginUrl: string): Promise<Finding> {
    const checked = await this.egress.check(loginUrl);
    return checked.ok
      ? pass("The login's host resolves to an allowed address.")
      : fail(checked.error.message);
  }

  /** Keys that were given here were judged when they were stored. */
  private async loginKeys(keys: NonNullable<BrandDelegation['keys']>): Promise<Finding> {
    if (!('jwksUri' in keys)) return pass("The login's keys are stored here.");
    const { error } = await this.jwks.fetch(keys.jwksUri);
    return error === null ? pass("The login's key set can verify assertions.") : fail(error);
  }

  private publicUrl(): Finding {
    const { publicUrl } = this.settings;
    return publicUrl.startsWith('https:')
      ? pass('The card is served over https.')
      : fail(`Personal agents on other machines cannot reach ${publicUrl}.`);
  }

  private async agentAddress(agent: StoredAgentConfig): Promise<Finding> {
    const address = agentAddress(agent);
    if (address === undefined) return pass('The script needs no address.');
    const checked = await this.egress.check(address.url);
    return checked.ok
      ? pass("The agent's host resolves to an allowed address.")
      : fail(checked.error.message);
  }

  private async domainCard(row: BrandRow, domain: string): Promise<Finding> {
    const url = `https://${domain}/.well-known/agent-card.json`;
    try {
      const answer = await this.egress.fetch(url, { timeoutMs: CARD_TIMEOUT_MS, maxBytes: CARD_BYTES_MAX });
      if (answer.status !== 200) return fail(`${url} answered ${answer.status}, not 200.`);
      const { interfaceUrl: ours } = brandAddresses(this.settings.publicUrl, row.id);
      return answer.body.includes(JSON.stringify(ours))
        ? pass(`${url} is the card of this Brand.`)
        : fail(`${url} is another card: it does not name ${ours}.`);
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return fail(`${url} cannot be fetched: ${error.code}.`);
    }
  }
}
