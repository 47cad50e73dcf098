import { Inject, Injectable } from '@nestjs/common';
import {
  type RegisteredTool,
  type StoredTool,
  openTool,
  readTool,
  sealTool,
  toolAddress,
} from '@surety/agents';
import { type Clock, isJsonObject, rfc3339 } from '@surety/kernel';
import type { BrandRow, ToolRow } from '@surety/registry';
import { AddressCheck } from '../address-check.service';
import type { Warning } from '../answers/warning';
import { mergePatch } from '../brands/merge-patch';
import { unnamedHeaders } from '../brands/moved-secrets';
import { CLOCK } from '../clock.token';
import { DEPLOYMENT_KEY } from '../deployment-key.token';
import { invalidRequest } from '../problem/problem';

/** Turns the body of a tool into what is stored: judges it, checks its address, seals its secrets. */
@Injectable()
export class ToolWriter {
  constructor(
    private readonly addresses: AddressCheck,
    @Inject(DEPLOYMENT_KEY) private readonly deploymentKey: Buffer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new tool. Throws a 400 Problem with every fault. */
  make(brand: BrandRow, tool: object): StoredTool {
    return this.seal(brand.id, read(tool, brand));
  }

  /** Merges a change into a stored tool (RFC 7396). Throws a 400 Problem, also when secrets would move to another origin. */
  merge(brand: BrandRow, stored: ToolRow, change: Record<string, unknown>): StoredTool {
    const merged = read(mergePatch(this.open(brand.id, stored), change), brand);
    if (originOf(stored) !== originOf(merged)) {
      const { http } = change;
      const faults = unnamedHeaders(
        stored.http.headers,
        isJsonObject(http) ? http.headers : undefined,
        'http.headers',
      );
      if (faults.length > 0) throw invalidRequest(faults);
    }
    return this.seal(brand.id, merged, stored);
  }

  /** The stored tool with its secrets in clear. */
  open(brandId: string, row: StoredTool): RegisteredTool {
    const { name, description, parameters, scopes, effect, enabled, http } = row;
    const stored = { name, description, parameters, scopes, effect, enabled, http };
    return openTool(stored, { brandId, deploymentKey: this.deploymentKey });
  }

  /** Warns of a host that does not resolve yet. Throws 400 at `http.url` for one that is never called (P25). */
  checkAddress(tool: StoredTool): Promise<Warning[]> {
    return this.addresses.check(toolAddress(tool), 'http.url');
  }

  private seal(brandId: string, tool: RegisteredTool, previous?: StoredTool): StoredTool {
    const place = { brandId, deploymentKey: this.deploymentKey };
    return sealTool(tool, place, rfc3339(this.clock.nowMs()), previous);
  }
}

function read(value: unknown, { scopes }: BrandRow): RegisteredTool {
  const tool = readTool(
    value,
    scopes.map(({ id }) => id),
  );
  if (tool.ok) return tool.value;
  throw invalidRequest(tool.error);
}

const originOf = (tool: { readonly http: { readonly url: string } }): string =>
  new URL(toolAddress(tool)).origin;
