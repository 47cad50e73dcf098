import type { Finding } from '../report/finding';
import type { BenchRun } from './bench-run';
import { consentPage } from './consent-page.case';
import { delegated } from './delegated.case';
import { deviceCodes } from './device-code.case';
import { latency } from './latency.case';
import { longContext } from './long-context.case';
import { memory } from './memory.case';
import { messages } from './messages.case';
import { start } from './start.case';
import { coldTokens, tasks } from './tasks.case';
import { webhook } from './webhook.case';

/** What `--only` can name, in the order in which it runs. */
export const CASES: Readonly<Record<string, (run: BenchRun) => Promise<Finding[]>>> = {
  start,
  messages,
  latency,
  tasks,
  tokens: coldTokens,
  context: longContext,
  webhook,
  delegated,
  device: deviceCodes,
  consent: consentPage,
  memory,
};
