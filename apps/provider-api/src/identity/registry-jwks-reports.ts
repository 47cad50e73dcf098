import { JwksStatus } from '@surety/registry';
import { Injectable } from '@nestjs/common';
import { type JwksReport, JwksReports } from './jwks-reports.port';

/** Keeps the last report of each key set in the registry, for the operator's view. */
@Injectable()
export class RegistryJwksReports extends JwksReports {
  constructor(private readonly status: JwksStatus) {
    super();
  }

  report(personalAgentId: string, report: JwksReport): Promise<void> {
    return this.status.record(personalAgentId, report);
  }
}
