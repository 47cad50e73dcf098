import { Inject, Injectable } from '@nestjs/common';
import {
  type AgentConfig,
  openAgentConfig,
  readAgentConfig,
  sealAgentConfig,
  type StoredAgentConfig,
} from '@surety/agents';
import { type Clock, rfc3339 } from '@surety/kernel';
import { type BrandRow, Tools } from '@surety/registry';
import type { Warning } from '../answers/warning';
import { AddressCheck } from '../address-check.service';
import { CLOCK } from '../clock.token';
import { DEPLOYMENT_KEY } from '../deployment-key.token';
import { memberPath } from '../input/json-body';
import { invalidRequest } from '../problem/problem';
import { agentAddress } from './agent-address';
import { mergePatch } from './merge-patch';
import { movedSecretFaults } from './moved-secrets';
import { toolsOfScript } from './script-tools';

/** Turns the `agent` of a request into what is stored, and back: judges it, checks its address, seals its secrets. */
@Injectable()
export class AgentWriter {
  constructor(
    private readonly addresses: AddressCheck,
    private readonly tools: Tools,
    @Inject(DEPLOYMENT_KEY) private readonly deploymentKey: Buffer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new agent. Throws a 400 Problem with every fault below `agent`. */
  make(brandId: string, agent: unknown): StoredAgentConfig {
    return this.seal(brandId, read(agent));
  }

  /** Merges a change into the stored agent (RFC 7396), or replaces it when the change names another kind. */
  merge(brandId: string, stored: StoredAgentConfig, change: Record<string, unknown>): StoredAgentConfig {
    if (change.kind !== undefined && change.kind !== stored.kind) return this.make(brandId, change);
    const merged = read(mergePatch(this.open(brandId, stored), change));
    const faults = movedSecretFaults(stored, change, merged);
    if (faults.length > 0) throw invalidRequest(faults);
    return this.seal(brandId, merged, stored);
  }

  /** The stored agent with its secrets in clear, for running it. */
  open(brandId: string, stored: StoredAgentConfig): AgentConfig {
    return openAgentConfig(stored, { brandId, deploymentKey: this.deploymentKey });
  }

  /** Warns of a host whose name does not resolve yet. Throws 400 at its member for one that is never called (P25). */
  async checkAddress(agent: StoredAgentConfig): Promise<Warning[]> {
    const address = agentAddress(agent);
    return address === undefined ? [] : this.addresses.check(address.url, `agent.${address.member}`);
  }

  /** Warns of each tool that a script calls and the Brand has not, or not enabled: a rule that calls it ends with the fallback. */
  async checkTools({ id, agent }: BrandRow): Promise<Warning[]> {
    const called = toolsOfScript(agent);
    if (called.length === 0) return [];
    const enabled = new Set((await this.tools.enabledOf(id)).map(({ name }) => name));
    return called
      .filter(name => !enabled.has(name))
      .map(name => ({ code: 'unknown_tool', message: `The script calls ${name}: register and enable it.` }));
  }

  private seal(brandId: string, config: AgentConfig, previous?: StoredAgentConfig): StoredAgentConfig {
    const place = { brandId, deploymentKey: this.deploymentKey };
    return sealAgentConfig(config, place, rfc3339(this.clock.nowMs()), previous);
  }
}

function read(agent: unknown): AgentConfig {
  const config = readAgentConfig(agent);
  if (config.ok) return config.value;
  throw invalidRequest(config.error.map(fault => ({ ...fault, path: agentPath(fault.path) })));
}

function agentPath(path: string): string {
  return path === '' ? 'agent' : memberPath('agent', path);
}
