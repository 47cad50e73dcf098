import { LIMITS } from '@surety/kernel';
import { Sql } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import { freshUlid } from '../database/ids';
import { INSERT_STEP_UP } from './device-requests.statements';
import { withFreshUserCode } from '../database/fresh-user-code';

/** Whom a step-up asks, and for what. */
export interface StepUpRequest {
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly sub: string;
  /** In card order. */
  readonly scopes: readonly string[];
}

/** Requests that wait under a user code for their User (RFC 8628, P17). */
@Injectable()
export class DeviceRequests {
  constructor(private readonly sql: Sql) {}

  /**
   * The user code of a step-up, in its stored form: of the pending request of the same scopes and User that is less than 60 s old, or
   * of a fresh one whose device code nobody gets (PACT wire §2).
   */
  stepUp({ brandId, personalAgentId, sub, scopes }: StepUpRequest): Promise<{ readonly userCode: string }> {
    return withFreshUserCode(async drawn => {
      const values = [freshUlid(), brandId, personalAgentId, sub, drawn, scopes, LIMITS.deviceCodeSeconds];
      return (await this.sql.rows<{ userCode: string }>(INSERT_STEP_UP, values))[0];
    });
  }
}
