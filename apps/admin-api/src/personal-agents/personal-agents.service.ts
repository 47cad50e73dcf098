import { Inject, Injectable } from '@nestjs/common';
import { Settings } from '@surety/platform';
import {
  DEFAULT_PERSONAL_AGENT_LIMITS,
  JwksStatus,
  type PersonalAgentRow,
  PersonalAgents,
} from '@surety/registry';
import { auditEntry } from '../audit/audit-entry';
import type { Call } from '../auth/principal';
import { DEPLOYMENT_AUDIENCE } from '../deployment-audience.token';
import { NewIds } from '../new-ids';
import { type Page, Pages } from '../paging/pages.service';
import { conflictWhenTaken } from '../problem/conflict-when-taken';
import { invalidRequest, notFound } from '../problem/problem';
import { expectVersion } from '../versions/expected-version';
import { issuerFault } from './issuer-url';
import { type JwksFinding, JwksProbe } from './jwks-probe';
import { changedLimits } from './limits-change';
import type {
  ChangePersonalAgentBody,
  CreatePersonalAgentBody,
  ListPersonalAgentsQuery,
} from './personal-agent.dto';
import {
  type ChangedPersonalAgentView,
  type PersonalAgentItem,
  personalAgentItem,
  personalAgentRecord,
  type PersonalAgentView,
  personalAgentView,
} from './personal-agent.view';

/** A filled-in `reason` of a change. */
type Reason = string | undefined;

/** Personal agents as operators manage them: every change is one transaction with its audit row. */
@Injectable()
export class PersonalAgentsService {
  constructor(
    private readonly agents: PersonalAgents,
    private readonly jwksStatus: JwksStatus,
    private readonly probe: JwksProbe,
    private readonly pages: Pages,
    private readonly newIds: NewIds,
    private readonly settings: Settings,
    @Inject(DEPLOYMENT_AUDIENCE) private readonly audience: string,
  ) {}

  /** Registers one. Throws 400 for a bad issuer or a refused address, 409 for an issuer that is taken. */
  async create(body: CreatePersonalAgentBody, call: Call): Promise<ChangedPersonalAgentView> {
    const fault = issuerFault(body.issuer, this.settings.allowLoopbackHttp);
    if (fault !== undefined) throw invalidRequest([fault]);
    const finding = await this.probe.look(body.jwksUri);
    const { name, issuer, jwksUri, enabled = true } = body;
    const limits = changedLimits(DEFAULT_PERSONAL_AGENT_LIMITS, body.limits);
    const row = { id: this.newIds.ulid(), name, issuer, jwksUri, enabled, limits };
    const created = await conflictWhenTaken(
      this.agents.create(row, made => entry(call, 'create', null, made, body.reason)),
      'Another personal agent has this issuer.',
    );
    return this.changed(created, finding);
  }

  /** One page, newest first. */
  list(query: ListPersonalAgentsQuery): Promise<Page<PersonalAgentItem>> {
    const { enabled, issuer, q } = query;
    return this.pages.read(
      'personal-agents',
      query,
      asked => this.agents.list({ enabled, issuer, q }, asked),
      personalAgentItem,
    );
  }

  /** One of them. Throws 404. */
  async read(id: string): Promise<PersonalAgentView> {
    const row = await this.agents.find(id);
    if (row === undefined) throw notFound();
    return personalAgentView(row, this.audience, await this.jwksStatus.of(id));
  }

  /** Merges a change. Throws 404, 412, and 400 for a refused address. */
  async change(id: string, body: ChangePersonalAgentBody, call: Call): Promise<ChangedPersonalAgentView> {
    const current = await this.agents.find(id);
    if (current === undefined) throw notFound();
    expectVersion(call, current);
    const finding = body.jwksUri === undefined ? undefined : await this.probe.look(body.jwksUri);
    const { name, jwksUri } = body;
    const row = await this.update(id, call, 'update', body.reason, before => ({
      ...before,
      name: name ?? before.name,
      jwksUri: jwksUri ?? before.jwksUri,
      limits: changedLimits(before.limits, body.limits),
    }));
    return this.changed(row, finding);
  }

  /** Accepts or refuses its tokens from the next message on. Throws 404 and 412. */
  async setEnabled(
    id: string,
    enabled: boolean,
    reason: Reason,
    call: Call,
  ): Promise<ChangedPersonalAgentView> {
    const verb = enabled ? 'enable' : 'disable';
    const row = await this.update(id, call, verb, reason, before => ({ ...before, enabled }));
    return this.changed(row, undefined);
  }

  private async update(
    id: string,
    call: Call,
    verb: string,
    reason: Reason,
    decide: (before: PersonalAgentRow) => PersonalAgentRow,
  ): Promise<PersonalAgentRow> {
    const row = await this.agents.change(
      id,
      before => {
        expectVersion(call, before);
        return decide(before);
      },
      (before, after) => entry(call, verb, before, after, reason),
    );
    if (row === undefined) throw notFound();
    return row;
  }

  private async changed(
    row: PersonalAgentRow,
    finding: JwksFinding | undefined,
  ): Promise<ChangedPersonalAgentView> {
    if (finding !== undefined) await this.jwksStatus.record(row.id, finding);
    const view = personalAgentView(row, this.audience, await this.jwksStatus.of(row.id));
    return { ...view, warnings: [...(finding?.warnings ?? [])] };
  }
}

function entry(
  call: Call,
  verb: string,
  before: PersonalAgentRow | null,
  after: PersonalAgentRow,
  reason: Reason,
) {
  return auditEntry(call, {
    action: `personal-agent.${verb}`,
    object: { type: 'personal-agent', id: after.id },
    brandId: null,
    before: before && personalAgentRecord(before),
    after: personalAgentRecord(after),
    reason,
  });
}
