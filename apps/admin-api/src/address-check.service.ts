import { Injectable } from '@nestjs/common';
import { EgressClient } from '@surety/platform';
import type { Warning } from './answers/warning';
import { invalidRequest } from './problem/problem';

/** Judges an address that we or a User are to go to, before it is stored (P25). */
@Injectable()
export class AddressCheck {
  constructor(private readonly egress: EgressClient) {}

  /** Warns of a host that does not resolve yet. In: the address and the path of its member. Throws 400 there for a refused one. */
  async check(url: string, path: string): Promise<Warning[]> {
    const checked = await this.egress.check(url);
    if (checked.ok) return [];
    const { kind, code, message } = checked.error;
    if (kind === 'refusal') throw invalidRequest([{ path, code, message }]);
    return [{ code, message: `The host of ${path} does not resolve yet.` }];
  }
}
